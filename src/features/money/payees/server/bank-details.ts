import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { heldUntil, lastFourOf } from '../payees.rules.ts';
import type { BankDetails } from '../payees.schema.ts';
import { mailBankDetailsChange, type PayeeMails } from './bank-details-mails.ts';
import { BANK_DETAILS, bankDetails } from './payees.table.ts';
import { requireSecondPerson } from './second-person.ts';

export type PayeeServices = { db: Db } & PayeeMails;

type StoredVersion = typeof bankDetails.$inferSelect;

/** The details of a version with their numbers. @throws Error if their secret is lost */
export function openBankDetails(
  secrets: Secrets,
  { id, sealed }: Pick<StoredVersion, 'id' | 'sealed'>,
): BankDetails {
  return JSON.parse(openOf(secrets, BANK_DETAILS, id, sealed)) as BankDetails;
}

/**
 * Proposes new bank details of an influencer and notifies them. A proposal that waits is withdrawn.
 * @param actor the influencer, or a member of the back office
 * @throws DomainError 'not-found'
 */
export async function proposeBankDetails(
  { db, ...mails }: PayeeServices,
  actor: Actor,
  influencerId: string,
  details: BankDetails,
): Promise<void> {
  const isByPayee = actor.userId === influencerId;
  await db.transaction(async (tx) => {
    if (!isByPayee) await requireInfluencer(tx, actor, influencerId);
    await lockPayee(tx, influencerId);
    await decide(tx, actor, isProposalOf(influencerId), { status: 'withdrawn' });
    const [{ id } = { id: '' }] = (
      await tx.execute<{ id: string }>(sql`select gen_random_uuid() as id`)
    ).rows;
    const { kind, holderName, holderKind, country, currency } = details;
    const version = { kind, holderName, holderKind, country, currency, influencerId };
    const lastFour = lastFourOf(details);
    const sealed = sealFor(mails.config.secrets, BANK_DETAILS, id, JSON.stringify(details));
    await tx
      .insert(bankDetails)
      .values({ ...version, id, lastFour, sealed, proposedBy: actor.userId });
    await mailBankDetailsChange(
      tx,
      mails,
      { influencerId, kind, lastFour },
      { change: 'proposed', isByPayee },
    );
  });
}

/** Withdraws the influencer's own proposal, if there is one. */
export async function withdrawBankDetails(db: Db, actor: Actor): Promise<void> {
  await decide(db, actor, isProposalOf(actor.userId), { status: 'withdrawn' });
}

/**
 * Confirms a proposal, which replaces the confirmed details, and notifies the influencer. Whoever
 * proposed it cannot confirm it; of two members of the back office one is an admin, because staff can
 * create further staff.
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' if it is decided
 */
export async function confirmBankDetails(
  { db, ...mails }: PayeeServices,
  actor: Actor,
  influencerId: string,
  versionId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const version = await lockProposal(tx, actor, influencerId, versionId);
    await requireSecondPerson(tx, actor, version);
    await tx
      .update(bankDetails)
      .set({ status: 'replaced' })
      .where(and(eq(bankDetails.influencerId, influencerId), eq(bankDetails.status, 'confirmed')));
    await decide(tx, actor, eq(bankDetails.id, versionId), { status: 'confirmed' });
    const now = await readDatabaseTime(tx);
    const held = heldUntil(now, mails.config.bank.payeeChangeDays, now);
    await mailBankDetailsChange(tx, mails, version, { change: 'confirmed', heldUntil: held });
  });
}

/** Declines a proposal and notifies the influencer. @throws DomainError as {@link confirmBankDetails} */
export async function declineBankDetails(
  { db, ...mails }: PayeeServices,
  actor: Actor,
  influencerId: string,
  { versionId, reason }: { versionId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const version = await lockProposal(tx, actor, influencerId, versionId);
    await decide(tx, actor, eq(bankDetails.id, versionId), { status: 'declined', reason });
    await mailBankDetailsChange(tx, mails, version, { change: 'declined', reason });
  });
}

/** The numbers of a version, for an admin with a reason. @throws DomainError 'not-found' */
export async function revealBankDetails(
  { db, config }: Pick<PayeeServices, 'db' | 'config'>,
  { influencerId, versionId }: { influencerId: string; versionId: string },
): Promise<BankDetails> {
  const [version] = await db
    .select()
    .from(bankDetails)
    .where(and(eq(bankDetails.id, versionId), eq(bankDetails.influencerId, influencerId)));
  if (!version) throw new DomainError('not-found', 'Bank details not found');
  return openBankDetails(config.secrets, version);
}

/** The confirmed details of influencers, and whether a proposal waits. */
export async function readPayees(db: Db, influencerIds: string[]) {
  const versions =
    influencerIds.length === 0
      ? []
      : await db
          .select()
          .from(bankDetails)
          .where(
            and(
              inArray(bankDetails.influencerId, influencerIds),
              inArray(bankDetails.status, ['confirmed', 'proposed']),
            ),
          )
          .orderBy(desc(bankDetails.proposedAt));
  const find = (id: string, status: StoredVersion['status']) =>
    versions.find((version) => version.influencerId === id && version.status === status) ?? null;
  return new Map(
    influencerIds.map((id) => [
      id,
      { confirmed: find(id, 'confirmed'), proposed: find(id, 'proposed') },
    ]),
  );
}

const isProposalOf = (influencerId: string) =>
  and(eq(bankDetails.influencerId, influencerId), eq(bankDetails.status, 'proposed'));

// One change of an influencer's details at a time.
const lockPayee = (tx: Db, influencerId: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('bank-details:' || ${influencerId}, 0))`,
  );

// The bell of the back office shows proposals.
const notifyBackOffice = (tx: Db) =>
  publishLiveEvent(tx, { topic: 'notifications', backOffice: true });

async function decide(
  tx: Db,
  { userId }: Actor,
  which: ReturnType<typeof and>,
  change: Pick<StoredVersion, 'status'> & Partial<Pick<StoredVersion, 'reason'>>,
): Promise<void> {
  await tx
    .update(bankDetails)
    .set({ ...change, decidedBy: userId, decidedAt: sql`now()` })
    .where(which);
  await notifyBackOffice(tx);
}

async function lockProposal(
  tx: Db,
  actor: Actor,
  influencerId: string,
  versionId: string,
): Promise<StoredVersion> {
  await requireInfluencer(tx, actor, influencerId);
  await lockPayee(tx, influencerId);
  const [version] = await tx
    .select()
    .from(bankDetails)
    .where(and(eq(bankDetails.id, versionId), eq(bankDetails.influencerId, influencerId)));
  if (!version) throw new DomainError('not-found', 'Bank details not found');
  if (version.status !== 'proposed') {
    throw new DomainError('not-allowed-in-state', `This change was already ${version.status}`);
  }
  return version;
}
