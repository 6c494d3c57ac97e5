import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { heldUntil } from '../payees.rules.ts';
import type {
  ownBankDetailsSchema,
  ownVersionSchema,
  payeeSchema,
  versionSchema,
} from '../payees.schema.ts';
import { bankDetails } from './payees.table.ts';
import { needsAdmin } from './second-person.ts';

type Version = z.input<typeof versionSchema>;
type Services = { db: Db; config: Pick<Config, 'bank'> };

const proposer = alias(users, 'proposer');
const decider = alias(users, 'decider');
/** All versions of an influencer's bank details, newest first, without their numbers. */
function listVersions(db: Db, actor: Actor, influencerId: string): Promise<Version[]> {
  return db
    .select({
      id: bankDetails.id,
      kind: bankDetails.kind,
      holderName: bankDetails.holderName,
      holderKind: bankDetails.holderKind,
      country: bankDetails.country,
      currency: bankDetails.currency,
      lastFour: bankDetails.lastFour,
      status: bankDetails.status,
      proposedAt: bankDetails.proposedAt,
      isByPayee: sql<boolean>`${bankDetails.proposedBy} is not distinct from ${bankDetails.influencerId}`,
      decidedAt: bankDetails.decidedAt,
      reason: bankDetails.reason,
      proposedBy: nameOrEmail<string | null>(proposer),
      decidedBy: nameOrEmail<string | null>(decider),
      isOwnProposal: sql<boolean>`${bankDetails.proposedBy} is not distinct from ${actor.userId}::uuid`,
      needsAdmin,
    })
    .from(bankDetails)
    .leftJoin(proposer, eq(proposer.id, bankDetails.proposedBy))
    .leftJoin(decider, eq(decider.id, bankDetails.decidedBy))
    .where(eq(bankDetails.influencerId, influencerId))
    .orderBy(desc(bankDetails.proposedAt), desc(bankDetails.id));
}

async function summarize({ db, config }: Services, actor: Actor, influencerId: string) {
  const versions = await listVersions(db, actor, influencerId);
  const find = (status: Version['status']) =>
    versions.find((version) => version.status === status) ?? null;
  const confirmed = find('confirmed');
  const { payeeChangeDays: changeDays } = config.bank;
  const confirmedAt = confirmed?.decidedAt as Date | null;
  const held = heldUntil(confirmedAt, changeDays, await readDatabaseTime(db));
  return { confirmed, proposed: find('proposed'), heldUntil: held, changeDays, versions };
}

/** An influencer's bank details for the back office. @throws DomainError 'not-found' */
export async function getPayee(
  services: Services,
  actor: Actor,
  influencerId: string,
): Promise<z.input<typeof payeeSchema>> {
  await requireInfluencer(services.db, actor, influencerId);
  return summarize(services, actor, influencerId);
}

/** The actor's own bank details, without the names of the back office. */
export async function getOwnBankDetails(
  services: Services,
  actor: Actor,
): Promise<z.input<typeof ownBankDetailsSchema>> {
  const { versions, confirmed, proposed, ...held } = await summarize(services, actor, actor.userId);
  const newest = versions[0];
  return {
    ...held,
    confirmed: toOwn(confirmed),
    proposed: toOwn(proposed),
    declined: newest?.status === 'declined' ? toOwn(newest) : null,
  };
}

function toOwn(version: Version | null): z.input<typeof ownVersionSchema> | null {
  if (!version) return null;
  const { proposedBy: _by, decidedBy: _decider, isOwnProposal: _own, ...rest } = version;
  const { needsAdmin: _admin, ...own } = rest;
  return own;
}
