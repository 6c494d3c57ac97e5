import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { findProviderReference } from './provider-reference.ts';
import { providerChanges } from './provider-changes.table.ts';
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
type Change = { concern: 'renewals' | 'pause'; isCalling: boolean };
export type ProviderChange = typeof providerChanges.$inferSelect;

const { subscriptionId: id, version, concernsRenewals, concernsPause } = providerChanges;
export const isOpenChange = or(concernsRenewals, concernsPause)!;

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

/**
 * Closes a request whose state the provider has.
 * @returns false if it was closed or replaced by a newer one in the meantime
 */
export async function settleProviderChange(
  db: Db,
  subscriptionId: string,
  known: number,
): Promise<boolean> {
  const settled = await db
    .update(providerChanges)
    .set({
      concernsRenewals: false,
      concernsPause: false,
      isCalling: false,
      renewalsSettledAt: sql`case when ${concernsRenewals} then clock_timestamp()
        else ${providerChanges.renewalsSettledAt} end`,
    })
    .where(and(eq(id, subscriptionId), eq(version, known), isOpenChange))
    .returning({ id });
  return settled.length > 0;
}

/**
 * Makes the call of a request. A refusal changed nothing there and closes the request; without an
 * answer it stays open, and the job restores the state of the row.
 * @throws the provider's errors
 */
export async function callAtOnce(
  db: Db,
  { subscriptionId, version: known }: Pick<CalledChange, 'subscriptionId' | 'version'>,
  call: () => Promise<void>,
): Promise<void> {
  try {
    await call();
  } catch (error) {
    const isRefusal = error instanceof DomainError && error.code !== 'provider-unavailable';
    if (isRefusal) await settleProviderChange(db, subscriptionId, known);
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
  { subscriptionId, version: known, concern }: CalledChange,
): Promise<void> {
  if (await settleProviderChange(tx, subscriptionId, known)) return;
  await requestProviderChange(tx, jobs, subscriptionId, { concern, isCalling: false });
}

type CalledChange = { subscriptionId: string; version: number; concern: Change['concern'] };
type Dependencies = { db: Db; payments: Payments };

/**
 * Brings the provider to the state of a subscription, and again if it changed during the call. The
 * last call of all is always followed by a look at the newest state, so jobs may run side by side.
 * @throws DomainError 'provider-unavailable', and the provider's refusals
 */
export async function applyProviderChange(
  { db, payments }: Dependencies,
  { subscriptionId }: z.output<typeof request>,
): Promise<void> {
  for (;;) {
    const [open] = await db
      .select({ change: providerChanges, subscription: userSubscriptions })
      .from(providerChanges)
      .innerJoin(userSubscriptions, eq(userSubscriptions.id, id))
      .where(and(eq(id, subscriptionId), isOpenChange));
    if (!open) return;
    await callProvider(payments, open);
    if (await settleProviderChange(db, subscriptionId, open.change.version)) return;
  }
}

type Open = { change: ProviderChange; subscription: typeof userSubscriptions.$inferSelect };

// Outside of any transaction; every call is idempotent.
async function callProvider(payments: Payments, { change, subscription }: Open): Promise<void> {
  const known = findProviderReference(payments, subscription);
  if (!known) return;
  const { provider, reference } = known;
  const { status, cancelAt } = subscription;
  if (status === 'cancelled') return provider.cancelNow(reference);
  if (change.concernsPause) {
    await provider[status === 'paused' ? 'pause' : 'resume'](reference);
  }
  if (!change.concernsRenewals) return;
  await (cancelAt ? provider.cancelAtPeriodEnd(reference) : provider.resumeRenewals?.(reference));
}
