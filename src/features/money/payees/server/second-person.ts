import { eq, sql } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { bankDetails } from './payees.table.ts';

/** Whether an admin has to confirm a version: neither its influencer nor an admin proposed it. */
export const needsAdmin = sql<boolean>`(${bankDetails.proposedBy} is distinct from ${bankDetails.influencerId}
  and not exists (
    select from ${userRoles}
    where ${userRoles.userId} = ${bankDetails.proposedBy} and ${userRoles.role} = 'admin'
  ))`;

type Proposal = Pick<typeof bankDetails.$inferSelect, 'id' | 'proposedBy'>;

/** @throws DomainError 'forbidden' for whoever proposed a version, or if an admin has to confirm it */
export async function requireSecondPerson(
  tx: Db,
  { userId, role }: Actor,
  { id, proposedBy }: Proposal,
): Promise<void> {
  if (proposedBy === userId) {
    throw new DomainError('forbidden', 'A second person has to confirm what you entered.');
  }
  if (role === 'admin') return;
  const [found] = await tx.select({ needsAdmin }).from(bankDetails).where(eq(bankDetails.id, id));
  if (found?.needsAdmin) throw new DomainError('forbidden', 'An admin has to confirm this change.');
}
