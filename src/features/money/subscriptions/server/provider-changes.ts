import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { providerChanges } from './provider-changes.table.ts';
import { findProviderReference } from './provider-reference.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const request = z.object({ subscriptionId: z.uuid() });

/**
 * Brings the provider to the state of a subscription. The job runs after the commit: a failing or
 * slow provider blocks neither people nor webhooks.
 */
export const PROVIDER_CHANGES_QUEUE = {
  name: 'provider-changes',
  data: request,
  // Retried for about a month, until the next renewal, which is refunded and queues a new job.
  retries: { limit: 250, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

/** The wait of a job behind a call that its caller makes: longer than any call takes. */
const AFTER_CALL_SECONDS = 60;

/** What a change concerns, and whether its caller calls the provider before a job does. */
type Change = { concern: 'renewals' | 'pause' | 'price'; isCalling: boolean };
export type ProviderChange = typeof providerChanges.$inferSelect;

const { subscriptionId: id, version } = providerChanges;
const { concernsRenewals, concernsPause, concernsPrice } = providerChanges;
const isOpenChange = or(concernsRenewals, concernsPause, concernsPrice)!;
/** Whether a change is open for so long that a person has to look at the provider. */
export const isUnconfirmed = and(
  isOpenChange,
  sql`${providerChanges.requestedAt} < now() - interval '6 hours'`,
)!;

/**
 * Requests that the provider be brought to the state of a locked subscription, in the transaction
 * that changes it. A caller who needs the provider's answer requests the change before its call: the
 * job then restores the state of the row if the caller does not get to {@link closeAfterCall}.
 * @returns the version of the request
 */
export async function requestProviderChange(
  tx: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  subscriptionId: string,
  { concern, isCalling }: Change = { concern: 'renewals', isCalling: false },
): Promise<number> {
  const concerns = {
    concernsRenewals: concern === 'renewals',
    concernsPause: concern === 'pause',
    concernsPrice: concern === 'price',
  };
  const [requested] = await tx
    .insert(providerChanges)
    .values({ subscriptionId, isCalling, ...concerns })
    .onConflictDoUpdate({
      target: id,
      set: {
        version: sql`${version} + 1`,
        isCalling,
        concernsRenewals: sql`${concernsRenewals} or excluded.concerns_renewals`,
        concernsPause: sql`${concernsPause} or excluded.concerns_pause`,
        concernsPrice: sql`${concernsPrice} or excluded.concerns_price`,
        requestedAt: sql`case when ${isOpenChange} then ${providerChanges.requestedAt} else now() end`,
      },
    })
    .returning({ version });
  const options = isCalling ? { afterSeconds: AFTER_CALL_SECONDS } : undefined;
  await jobs.enqueue(tx, PROVIDER_CHANGES_QUEUE, { subscriptionId }, options);
  return requested!.version;
}

/** The newest request for a subscription, open or settled. */
export async function findProviderChange(
  db: Db,
  subscriptionId: string,
): Promise<ProviderChange | null> {
  const [found] = await db.select().from(providerChanges).where(eq(id, subscriptionId));
  return found ?? null;
}

/** @param calledAt when the last call began: what the provider decided later is newer */
const closed = (calledAt: Date) => ({
  concernsRenewals: false,
  concernsPause: false,
  concernsPrice: false,
  isCalling: false,
  renewalsSettledAt: sql`case when ${concernsRenewals} then ${calledAt}::timestamptz
    else ${providerChanges.renewalsSettledAt} end`,
});

/**
 * Closes the request of a caller. A job whose call began before sees that it is not the last.
 * @returns false if it was closed or replaced by a newer one in the meantime
 */
async function settleOwn(
  db: Db,
  { subscriptionId, version: known }: Pick<CalledChange, 'subscriptionId' | 'version'>,
  calledAt: Date,
): Promise<boolean> {
  const settled = await db
    .update(providerChanges)
    .set({ ...closed(calledAt), version: known + 1 })
    .where(and(eq(id, subscriptionId), eq(version, known), isOpenChange))
    .returning({ id });
  return settled.length > 0;
}

/**
 * Makes the call of a request. A refusal changed nothing there and closes the request; without an
 * answer it stays open, and the job restores the state of the row.
 * @returns when the call began
 * @throws the provider's errors
 */
export async function callAtOnce(
  db: Db,
  change: Pick<CalledChange, 'subscriptionId' | 'version'>,
  call: () => Promise<void>,
): Promise<Date> {
  const calledAt = await readDatabaseTime(db);
  try {
    await call();
    return calledAt;
  } catch (error) {
    const isRefusal = error instanceof DomainError && error.code !== 'provider-unavailable';
    if (isRefusal) await settleOwn(db, change, calledAt);
    throw error;
  }
}

/**
 * Closes a request after its caller has called the provider and changed the locked row. If another
 * change came between, a job makes sure of the newest state.
 */
export async function closeAfterCall(
  tx: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  { subscriptionId, version: known, concern, calledAt }: CalledChange,
): Promise<void> {
  if (await settleOwn(tx, { subscriptionId, version: known }, calledAt)) return;
  await requestProviderChange(tx, jobs, subscriptionId, { concern, isCalling: false });
}

type CalledChange = {
  subscriptionId: string;
  version: number;
  concern: Change['concern'];
  calledAt: Date;
};
type Dependencies = { db: Db; payments: Payments };

/**
 * Brings the provider to the state of a subscription, and again if a request or a caller came during
 * the call: the last call of all is made by whoever has seen the newest state, so jobs may run side
 * by side.
 * @throws DomainError 'provider-unavailable', and the provider's refusals
 */
export async function applyProviderChange(
  { db, payments }: Dependencies,
  { subscriptionId }: z.output<typeof request>,
): Promise<void> {
  let newest = await findNewest(db, subscriptionId);
  const concerns = { concernsRenewals: false, concernsPause: false, concernsPrice: false };
  const { concernsRenewals: hasRenewals, concernsPause: hasPause } = newest?.change ?? concerns;
  if (!hasRenewals && !hasPause && !newest?.change.concernsPrice) return;
  while (newest) {
    const { change, subscription } = newest;
    concerns.concernsRenewals ||= change.concernsRenewals;
    concerns.concernsPause ||= change.concernsPause;
    concerns.concernsPrice ||= change.concernsPrice;
    const calledAt = await readDatabaseTime(db);
    await callProvider(payments, subscription, concerns);
    if (await closeIfNewest(db, change, calledAt)) return;
    newest = await findNewest(db, subscriptionId);
  }
}

async function findNewest(db: Db, subscriptionId: string) {
  const [found] = await db
    .select({ change: providerChanges, subscription: userSubscriptions })
    .from(providerChanges)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, id))
    .where(eq(id, subscriptionId));
  return found ?? null;
}

async function closeIfNewest(db: Db, change: ProviderChange, calledAt: Date): Promise<boolean> {
  const rows = await db
    .update(providerChanges)
    .set(closed(calledAt))
    .where(and(eq(id, change.subscriptionId), eq(version, change.version)))
    .returning({ id });
  return rows.length > 0;
}

type Subscription = typeof userSubscriptions.$inferSelect;
type Concerns = Pick<ProviderChange, 'concernsRenewals' | 'concernsPause' | 'concernsPrice'>;

// Outside of any transaction; every call is idempotent.
async function callProvider(
  payments: Payments,
  subscription: Subscription,
  { concernsRenewals: hasRenewals, concernsPause: hasPause, concernsPrice: hasPrice }: Concerns,
): Promise<void> {
  const known = findProviderReference(payments, subscription);
  if (!known) return;
  const { provider, reference } = known;
  const { status, cancelAt, priceCents } = subscription;
  if (status === 'cancelled') return provider.cancelNow(reference);
  if (hasPause) await provider[status === 'paused' ? 'pause' : 'resume'](reference);
  if (hasPrice) await provider.changePrice?.(reference, priceCents);
  if (!hasRenewals) return;
  await (cancelAt ? provider.cancelAtPeriodEnd(reference) : provider.resumeRenewals?.(reference));
}
