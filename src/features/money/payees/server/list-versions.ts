import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Version, VersionStatus } from '../payee-versions.schema.ts';
import { bankDetails } from './payees.table.ts';
import { needsAdmin } from './second-person.ts';
import { taxDetails } from './tax-details.table.ts';

const proposer = alias(users, 'proposer');
const decider = alias(users, 'decider');

const fieldsOf = (table: typeof bankDetails | typeof taxDetails, actor: Actor) => ({
  id: table.id,
  status: table.status,
  proposedAt: table.proposedAt,
  isByPayee: sql<boolean>`${table.proposedBy} is not distinct from ${table.influencerId}`,
  decidedAt: table.decidedAt,
  reason: table.reason,
  proposedBy: nameOrEmail<string | null>(proposer),
  decidedBy: nameOrEmail<string | null>(decider),
  isOwnProposal: sql<boolean>`${table.proposedBy} is not distinct from ${actor.userId}::uuid`,
  needsAdmin: needsAdmin(table),
});

/** All versions of an influencer's bank details, newest first, without their numbers. */
export function listBankVersions(db: Db, actor: Actor, influencerId: string) {
  return db
    .select({
      ...fieldsOf(bankDetails, actor),
      kind: bankDetails.kind,
      holderName: bankDetails.holderName,
      holderKind: bankDetails.holderKind,
      country: bankDetails.country,
      currency: bankDetails.currency,
      lastFour: bankDetails.lastFour,
    })
    .from(bankDetails)
    .leftJoin(proposer, eq(proposer.id, bankDetails.proposedBy))
    .leftJoin(decider, eq(decider.id, bankDetails.decidedBy))
    .where(eq(bankDetails.influencerId, influencerId))
    .orderBy(desc(bankDetails.proposedAt), desc(bankDetails.id));
}

/** All versions of an influencer's tax details, newest first, without their numbers. */
export function listTaxVersions(db: Db, actor: Actor, influencerId: string) {
  return db
    .select({
      ...fieldsOf(taxDetails, actor),
      form: taxDetails.form,
      legalName: taxDetails.legalName,
      country: taxDetails.country,
      lastFour: taxDetails.lastFour,
      certifiedOn: taxDetails.certifiedOn,
    })
    .from(taxDetails)
    .leftJoin(proposer, eq(proposer.id, taxDetails.proposedBy))
    .leftJoin(decider, eq(decider.id, taxDetails.decidedBy))
    .where(eq(taxDetails.influencerId, influencerId))
    .orderBy(desc(taxDetails.proposedAt), desc(taxDetails.id));
}

/** The version with a status, of which there is at most one. */
export function findVersion<V extends { status: VersionStatus }>(
  versions: V[],
  status: 'confirmed' | 'proposed',
): V | null {
  return versions.find((version) => version.status === status) ?? null;
}

type Internal = Pick<Version, 'proposedBy' | 'decidedBy' | 'isOwnProposal' | 'needsAdmin'>;

// Without the names of the back office.
function toOwn<V extends Internal>(version: V): Omit<V, keyof Internal> {
  const {
    proposedBy: _by,
    decidedBy: _decider,
    isOwnProposal: _own,
    needsAdmin: _admin,
    ...own
  } = version;
  return own;
}

/** What an influencer sees of their versions, which are listed newest first. */
export function toOwnVersions<V extends Internal & { status: VersionStatus }>(versions: V[]) {
  const [newest] = versions;
  const own = (version: V | null | undefined) => (version ? toOwn(version) : null);
  return {
    confirmed: own(findVersion(versions, 'confirmed')),
    proposed: own(findVersion(versions, 'proposed')),
    /** The newest proposal, if it was declined and nothing was proposed since. */
    declined: newest?.status === 'declined' ? toOwn(newest) : null,
  };
}
