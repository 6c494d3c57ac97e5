import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { credentials } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor, type SealedColumn } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { VersionStatus } from '../payee-versions.schema.ts';
import { mailPayee, type PayeeMails, type PayeeMailText } from './payee-mails.ts';
import { isVersionOf, type VersionTable } from './payee-versions.table.ts';
import { requireSecondPerson } from './second-person.ts';

export type PayeeServices = { db: Db } & PayeeMails;

/** What happened to a version. */
export type VersionChange =
  | { change: 'proposed'; isByPayee: boolean }
  | { change: 'confirmed'; at: Date }
  | { change: 'declined'; reason: string };

/** Details of a payee that one person proposes and another confirms: an account, or tax details. */
export type VersionedDetails<Details, Table extends VersionTable> = {
  table: Table;
  sealed: SealedColumn;
  /** "Bank details" */
  label: string;
  /** What a version shows of its details without opening them. */
  summarize: (details: Details) => Summary<Table>;
  /** The mail about a change, to the influencer. */
  describe: (
    version: Summary<Table>,
    change: VersionChange,
    config: PayeeMails['config'],
  ) => PayeeMailText;
};

type Summary<Table extends VersionTable> = Omit<
  Table['$inferInsert'],
  'id' | 'influencerId' | 'sealed' | 'status' | `proposed${string}` | `decided${string}` | 'reason'
>;
type Stored<Table extends VersionTable> = Summary<Table> & {
  id: string;
  influencerId: string;
  sealed: string;
  status: VersionStatus;
  proposedBy: string | null;
};

/**
 * Proposes new details of an influencer and notifies them. A proposal that waits is withdrawn.
 * @param actor the influencer, or a member of the back office
 * @throws DomainError 'not-found'
 */
export async function proposeVersion<Details, Table extends VersionTable>(
  { db, ...mails }: PayeeServices,
  kind: VersionedDetails<Details, Table>,
  actor: Actor,
  influencerId: string,
  details: Details,
): Promise<void> {
  const isByPayee = actor.userId === influencerId;
  await db.transaction(async (tx) => {
    if (!isByPayee) await requireInfluencer(tx, actor, influencerId);
    await lockPayee(tx, kind, influencerId);
    await decide(tx, kind.table, actor, isVersionOf(kind.table, influencerId, 'proposed'), {
      status: 'withdrawn',
    });
    const [{ id } = { id: '' }] = (
      await tx.execute<{ id: string }>(sql`select gen_random_uuid() as id`)
    ).rows;
    const summary = kind.summarize(details);
    const sealed = sealFor(mails.config.secrets, kind.sealed, id, JSON.stringify(details));
    const version = { ...summary, id, influencerId, sealed, proposedBy: actor.userId };
    await tx.insert(kind.table as PgTable).values(version);
    const text = kind.describe(summary, { change: 'proposed', isByPayee }, mails.config);
    await mailPayee(tx, mails, influencerId, text);
  });
}

/** Withdraws the influencer's own proposal, if there is one. */
export async function withdrawProposal(
  db: Db,
  { table }: { table: VersionTable },
  actor: Actor,
): Promise<void> {
  await decide(db, table, actor, isVersionOf(table, actor.userId, 'proposed'), {
    status: 'withdrawn',
  });
}

type VersionId = { influencerId: string; versionId: string };

/**
 * Confirms a proposal, which replaces the confirmed details, and notifies the influencer. Whoever
 * proposed it cannot confirm it; of two members of the back office one is an admin, because staff can
 * create further staff.
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' if it is decided
 */
export async function confirmVersion<Details, Table extends VersionTable>(
  { db, ...mails }: PayeeServices,
  kind: VersionedDetails<Details, Table>,
  actor: Actor,
  { influencerId, versionId }: VersionId,
): Promise<void> {
  await db.transaction(async (tx) => {
    const version = await lockProposal(tx, kind, actor, { influencerId, versionId });
    await requireSecondPerson(tx, kind.table, actor, version);
    await refuseOutdated(tx, kind.table, versionId);
    await tx
      .update(kind.table as PgTable)
      .set({ status: 'replaced' })
      .where(isVersionOf(kind.table, influencerId, 'confirmed'));
    await decide(tx, kind.table, actor, eq(kind.table.id, versionId), { status: 'confirmed' });
    const [{ at }] = (await tx
      .select({ at: kind.table.decidedAt })
      .from(kind.table as PgTable)
      .where(eq(kind.table.id, versionId))) as [{ at: Date }];
    const text = kind.describe(version, { change: 'confirmed', at }, mails.config);
    await mailPayee(tx, mails, influencerId, text);
  });
}

/** Refuses what was proposed before its author's password changed, because it may be a thief's. */
async function refuseOutdated(tx: Db, table: VersionTable, versionId: string): Promise<void> {
  const [outdated] = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .innerJoin(credentials, eq(credentials.userId, table.proposedBy))
    .where(and(eq(table.id, versionId), gt(credentials.changedAt, table.proposedAt)));
  if (!outdated) return;
  throw new DomainError(
    'not-allowed-in-state',
    'Whoever entered this has changed their password since. Ask them to enter it again.',
  );
}

/** Declines a proposal and notifies the influencer. @throws DomainError as {@link confirmVersion} */
export async function declineVersion<Details, Table extends VersionTable>(
  { db, ...mails }: PayeeServices,
  kind: VersionedDetails<Details, Table>,
  actor: Actor,
  { reason, ...which }: VersionId & { reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const version = await lockProposal(tx, kind, actor, which);
    const declined = { status: 'declined', reason } as const;
    await decide(tx, kind.table, actor, eq(kind.table.id, which.versionId), declined);
    const text = kind.describe(version, { change: 'declined', reason }, mails.config);
    await mailPayee(tx, mails, which.influencerId, text);
  });
}

/** The details of a version. @throws DomainError 'not-found'; Error if their secret is lost */
export async function revealVersion<Details, Table extends VersionTable>(
  { db, config }: Pick<PayeeServices, 'db' | 'config'>,
  kind: VersionedDetails<Details, Table>,
  which: VersionId,
): Promise<Details> {
  const { id, sealed } = await getVersion(db, kind, which);
  return JSON.parse(openOf(config.secrets, kind.sealed, id, sealed)) as Details;
}

type Kind<Table extends VersionTable> = { table: Table; label: string };

async function getVersion<Table extends VersionTable>(
  db: Db,
  { table, label }: Kind<Table>,
  { influencerId, versionId }: VersionId,
): Promise<Stored<Table>> {
  const [version] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, versionId), eq(table.influencerId, influencerId)));
  if (!version) throw new DomainError('not-found', `${label} not found`);
  return version as Stored<Table>;
}

// One change of an influencer's details of a kind at a time.
const lockPayee = (tx: Db, { sealed }: { sealed: SealedColumn }, influencerId: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${sealed.purpose}:`} || ${influencerId}, 0))`,
  );

// The bell of the back office shows proposals.
const notifyBackOffice = (tx: Db) =>
  publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });

async function decide(
  tx: Db,
  table: VersionTable,
  { userId }: Actor,
  which: SQL | undefined,
  change: { status: VersionStatus; reason?: string },
): Promise<void> {
  await tx
    .update(table as PgTable)
    .set({ ...change, decidedBy: userId, decidedAt: sql`now()` })
    .where(which);
  await notifyBackOffice(tx);
}

async function lockProposal<Details, Table extends VersionTable>(
  tx: Db,
  kind: VersionedDetails<Details, Table>,
  actor: Actor,
  which: VersionId,
): Promise<Stored<Table>> {
  await requireInfluencer(tx, actor, which.influencerId);
  await lockPayee(tx, kind, which.influencerId);
  const version = await getVersion(tx, kind, which);
  if (version.status !== 'proposed') {
    throw new DomainError('not-allowed-in-state', `This change was already ${version.status}`);
  }
  return version;
}
