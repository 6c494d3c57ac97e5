import { getTableName, sql } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
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

type Proposal = { id: string; influencerId: string | null; proposedBy: string | null };

/** A version as its influencer or a colleague proposed it; the influencer's own needs no admin. */
export function begunVersion(
  table: VersionTable,
  { id, influencerId, proposedBy }: Proposal,
): Begun {
  return {
    rule: getTableName(table) === 'bank_details' ? 'bank-details' : 'tax-details',
    recordId: id,
    begunBy: proposedBy,
    needsAdmin: proposedBy === null || proposedBy !== influencerId,
  };
}

/** @throws DomainError 'forbidden' for whoever proposed a version, or with {@link requireTwoPeople} */
export async function requireSecondPerson(
  tx: Db,
  table: VersionTable,
  actor: Pick<Actor, 'userId'>,
  proposal: Proposal,
): Promise<void> {
  if (proposal.proposedBy === actor.userId) {
    throw new DomainError('forbidden', 'A second person has to confirm what you entered.');
  }
  await requireTwoPeople(tx, actor, begunVersion(table, proposal));
}
