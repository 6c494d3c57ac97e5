import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-context.ts';
import { findProvider } from '#src/features/money/payments/server/payments.ts';
import type {
  ListedRecords,
  OurRecords,
  RecordRange,
} from '#src/features/money/payments/server/provider-records.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  findDifferences,
  sumRecords,
  type Comparison,
  type FoundDifference,
} from './compare-records.ts';
import { listPages } from './list-pages.ts';
import { listSubscriptions, listTransactions } from './our-records.ts';
import { listedRecords, reconciliationItems, reconciliationRuns } from './reconciliation.table.ts';
import { recordFees } from './record-fees.ts';
import { isReplayable, replayLost } from './replay-lost.ts';
import { requirePlausible } from './require-plausible.ts';
import { closeItems, openItems, saveRepairs } from './save-items.ts';

const request = z.object({ runId: z.uuid() });

/** The comparisons that wait for the worker, one for each run. */
export const RECONCILIATION_QUEUE = {
  name: 'reconciliation',
  data: request,
  retries: { limit: 3, delay: 30, delayMax: 600 },
  expireSeconds: 60 * 60,
} satisfies Queue;

const MINUTE_MS = 60_000;
/** A run compares a month and some days, so that consecutive runs overlap by far. */
const WINDOW_DAYS = 35;
/** Older items are not compared again: they wait for a person. */
const LONGEST_WINDOW_DAYS = 400;
/** The provider's listing begins earlier than ours: its days may be cut differently. */
const MARGIN_MS = DAY_MS;
/** Webhooks and lists of providers may lag behind by this much. */
const ON_THE_WAY_MS = MINUTE_MS;
const EXPORT_MARGIN_MS = 60 * MINUTE_MS;
const ERROR_LENGTH = 500;

/** A run that has not ended for this long was interrupted. */
const LONGEST_RUN = sql`interval '3 hours'`;

type Dependencies = PaymentDependencies;

/**
 * Starts a comparison with each connected provider that lists its records, unless one is running.
 * @param startedBy null for the nightly run
 * @returns how many were started
 */
export function requestReconciliation(
  { db, payments, jobs }: Dependencies,
  startedBy: string | null,
): Promise<number> {
  return db.transaction(async (tx) => {
    await failInterrupted(tx);
    const now = await readDatabaseTime(tx);
    let started = 0;
    for (const { name, records } of payments.connected) {
      if (!records) continue;
      const [run] = await tx
        .insert(reconciliationRuns)
        .values({ provider: name, startedBy, fromAt: await windowStart(tx, name, now), toAt: now })
        .onConflictDoNothing()
        .returning({ id: reconciliationRuns.id });
      if (!run) continue;
      await jobs.enqueue(tx, RECONCILIATION_QUEUE, { runId: run.id });
      started++;
    }
    return started;
  });
}

async function failInterrupted(tx: Db): Promise<void> {
  await tx
    .update(reconciliationRuns)
    .set({ status: 'failed', finishedAt: sql`now()`, error: 'The comparison was interrupted.' })
    .where(
      and(
        eq(reconciliationRuns.status, 'running'),
        lt(reconciliationRuns.startedAt, sql`now() - ${LONGEST_RUN}`),
      ),
    );
}

/** Early enough to compare every open item again. */
async function windowStart(tx: Db, provider: string, now: Date): Promise<Date> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [oldest] = await tx
    .select({
      at: sql<Date | null>`min(${reconciliationItems.occurredAt})`.mapWith(
        reconciliationItems.occurredAt,
      ),
    })
    .from(reconciliationItems)
    .where(and(eq(reconciliationItems.provider, provider), eq(reconciliationItems.status, 'open')));
  const start = Math.min(before(WINDOW_DAYS).getTime(), oldest?.at?.getTime() ?? Infinity);
  return new Date(Math.max(start, before(LONGEST_WINDOW_DAYS).getTime()));
}

/**
 * Compares a provider's records with ours, replays the events that never came, and lists the other
 * differences. A provider that does not answer completely changes nothing: the run fails.
 */
export async function runReconciliation(
  dependencies: Dependencies,
  { runId }: z.output<typeof request>,
): Promise<void> {
  const { db, payments, log } = dependencies;
  const [run] = await db.select().from(reconciliationRuns).where(eq(reconciliationRuns.id, runId));
  if (run?.status !== 'running') return;
  const records = findProvider(payments, run.provider)?.records;
  try {
    if (!records) throw new DomainError('provider-unavailable', 'The provider is not connected.');
    const providerAsOf = await readDatabaseTime(db);
    await records.collect?.(db, providerAsOf);
    const comparison: Comparison = {
      runId,
      provider: run.provider,
      ...(await findCompared(db, records, {
        from: run.fromAt,
        to: new Date(run.toAt.getTime() - ON_THE_WAY_MS),
      })),
    };
    const listed = await listAll(db, comparison, records, run.toAt);
    await compare(dependencies, comparison, { providerAsOf, listed });
  } catch (error) {
    // Other errors are ours: the job runs again.
    if (!(error instanceof DomainError)) throw error;
    log.warn({ provider: run.provider, err: error }, 'the reconciliation failed');
    await finish(db, runId, { status: 'failed', error: error.message.slice(0, ERROR_LENGTH) });
  }
  await publishLiveEvent(db, { topic: 'notifications', backOffice: 'unlimited' });
}

/** What can be compared: payments and reversals only as far as the provider has exported them. */
async function findCompared(
  db: Db,
  { kinds, findCollected }: ListedRecords,
  { from, to: until }: RecordRange,
): Promise<Omit<Comparison, 'runId' | 'provider'>> {
  if (!findCollected) return { kinds, from, until, listed: { from, to: until } };
  const collected = await findCollected(db);
  if (!collected) return { kinds: ['subscription'], from, until, listed: { from, to: until } };
  // Our times and those of an export may differ a little.
  const listed = {
    from: new Date(Math.max(+from, +collected.from + EXPORT_MARGIN_MS)),
    to: new Date(Math.min(+until, +collected.to - EXPORT_MARGIN_MS)),
  };
  return { kinds, from, until, listed };
}

type End = Partial<typeof reconciliationRuns.$inferInsert>;

async function finish(tx: Db, runId: string, end: End): Promise<void> {
  await tx.delete(listedRecords).where(eq(listedRecords.runId, runId));
  await tx
    .update(reconciliationRuns)
    .set({ ...end, finishedAt: sql`now()` })
    .where(and(eq(reconciliationRuns.id, runId), eq(reconciliationRuns.status, 'running')));
}

/**
 * Stores the provider's whole listing. @returns how many records it has
 * @throws DomainError if it is not complete
 */
async function listAll(
  db: Db,
  { runId, provider, from }: Comparison,
  { listRecords }: ListedRecords,
  to: Date,
): Promise<number> {
  // What an interrupted attempt has left.
  await db.delete(listedRecords).where(eq(listedRecords.runId, runId));
  const range = { from: new Date(from.getTime() - MARGIN_MS), to };
  const keys = new Set<string>();
  const ours: OurRecords = {
    db,
    listSubscriptions: (after, limit) =>
      listSubscriptions(db, { provider, from: range.from }, { after, limit }),
    listTransactions: (references) => listTransactions(db, provider, references),
  };
  const list = (cursor: string | null) => listRecords(range, cursor, ours);
  for await (const { records } of listPages(list)) {
    for (const { kind, reference } of records) keys.add(`${kind} ${reference}`);
    if (records.length === 0) continue;
    const rows = records.map(({ report, ...record }) => ({
      ...record,
      runId,
      reportId: report?.id,
      reportType: report?.type,
      report: report?.content,
    }));
    await db.insert(listedRecords).values(rows).onConflictDoNothing();
  }
  return keys.size;
}

async function compare(
  dependencies: Dependencies,
  comparison: Comparison,
  { providerAsOf, listed }: { providerAsOf: Date; listed: number },
): Promise<void> {
  const { db, payments } = dependencies;
  const { left, replayed } = await repair(dependencies, comparison, listed);
  const isLeft = new Set(left.differences.map(keyOf));
  const fees = findProvider(payments, comparison.provider)?.fees;
  const recorded = fees && (await recordFees(db, comparison, fees));
  const repaired = replayed.filter((one) => !isLeft.has(keyOf(one)));
  await db.transaction(async (tx) => {
    // If the job runs twice at a time, only the first one to end counts.
    if (!(await lockRunning(tx, comparison.runId))) return;
    await saveRepairs(tx, comparison, repaired);
    const opened = await openItems(tx, comparison, left.differences);
    const closed = await closeItems(tx, comparison);
    await finish(tx, comparison.runId, {
      status: 'completed',
      providerAsOf,
      ledgerAsOf: left.asOf,
      compared: left.totals.reduce((sum, { provider }) => sum + provider.count, 0),
      repaired: repaired.length,
      opened,
      closed,
      totals: left.totals,
      ...recorded,
    });
  });
}

/** Replays each lost event once. A purchase may show that the end of its subscription was lost as well. */
async function repair(dependencies: Dependencies, comparison: Comparison, listed: number) {
  const replayed = new Map<string, FoundDifference>();
  let left = await readState(dependencies.db, comparison, listed);
  requirePlausible(left.differences, left.totals);
  for (;;) {
    const lost = left.differences.filter((one) => isReplayable(one) && !replayed.has(keyOf(one)));
    if (lost.length === 0) return { left, replayed: [...replayed.values()] };
    for (const one of lost) replayed.set(keyOf(one), one);
    await replayLost(dependencies, comparison, lost);
    left = await readState(dependencies.db, comparison, listed);
  }
}

async function lockRunning(tx: Db, runId: string): Promise<boolean> {
  const isRunning = and(eq(reconciliationRuns.id, runId), eq(reconciliationRuns.status, 'running'));
  const rows = await tx
    .select({ id: reconciliationRuns.id })
    .from(reconciliationRuns)
    .where(isRunning)
    .for('update');
  return rows.length > 0;
}

/**
 * The differences and totals at one instant.
 * @throws Error if the listing is not whole, because another attempt at the run replaces it
 */
function readState(db: Db, comparison: Comparison, listed: number) {
  return db.transaction(
    async (tx) => {
      const stored = await tx.$count(listedRecords, eq(listedRecords.runId, comparison.runId));
      if (stored !== listed) throw new Error('Another attempt at this run is listing the records');
      return {
        asOf: await readDatabaseTime(tx),
        differences: await findDifferences(tx, comparison),
        totals: await sumRecords(tx, comparison),
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

const keyOf = ({ kind, reference }: FoundDifference): string => `${kind} ${reference}`;
