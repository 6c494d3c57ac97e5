import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { VersionTable } from './payee-versions.table.ts';

/** Whether an admin has to confirm a version: neither its influencer nor an admin proposed it. */
export function needsAdmin({ proposedBy, influencerId }: VersionTable) {
  return sql<boolean>`(${proposedBy} is distinct from ${influencerId}
    and not exists (
      select from ${userRoles}
      where ${userRoles.userId} = ${proposedBy} and ${userRoles.role} = 'admin'
    ))`;
}

type Proposal = { id: string; proposedBy: string | null };

/** @throws DomainError 'forbidden' for whoever proposed a version, or if an admin has to confirm it */
export async function requireSecondPerson(
  tx: Db,
  table: VersionTable,
  { userId, role }: Actor,
  { id, proposedBy }: Proposal,
): Promise<void> {
  if (proposedBy === userId) {
    throw new DomainError('forbidden', 'A second person has to confirm what you entered.');
  }
  if (role === 'admin') return;
  const [found] = await tx
    .select({ needsAdmin: needsAdmin(table) })
    .from(table as PgTable)
    .where(eq(table.id, id));
  if (found?.needsAdmin) throw new DomainError('forbidden', 'An admin has to confirm this change.');
}
