import type { SandboxCard } from '#src/features/money/payments/billing.schema.ts';
import type { Sandbox } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import type { Db } from '#src/platform/database/db.ts';
import { bill, endCancelled, findSandboxBilling } from './sandbox-billing.ts';

type Billing = NonNullable<Awaited<ReturnType<typeof findSandboxBilling>>>;
type DueState = Pick<Billing, 'status' | 'cancelAt' | 'currentPeriodEnd' | 'nextAttemptAt'>;
type Ending = Pick<Billing, 'status' | 'cancelAt' | 'currentPeriodEnd' | 'clockAt'>;

/** When the next payment is due; null if there is none. */
export function nextPaymentAt({ status, cancelAt, ...rest }: DueState): Date | null {
  if (status === 'past_due') return rest.nextAttemptAt;
  return status === 'active' && !cancelAt ? rest.currentPeriodEnd : null;
}

/**
 * When a cancelled subscription ends by its test clock, if the clock can be moved there; else null.
 */
export function endByClock({ status, ...rest }: Ending, now: Date): Date | null {
  const isEnding = status !== 'cancelled' && rest.cancelAt !== null && rest.clockAt !== null;
  return isEnding && rest.currentPeriodEnd <= now ? rest.currentPeriodEnd : null;
}

/** The results of the portal's forms. */
export const OUTCOMES = [
  'card-changed',
  'loses-report',
  'reports-all',
  'paid',
  'failed',
  'ended',
  'real-time',
  'nothing',
  'warned',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'refund-failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Changes the card, and charges it at once if there is a payment issue. */
export async function changeSandboxCard(
  dependencies: Sandbox,
  id: string,
  card: SandboxCard,
  now: Date,
): Promise<Outcome> {
  const { db } = dependencies;
  const before = await findSandboxBilling(db, id);
  if (!before || before.status === 'cancelled') return 'nothing';
  await saveSandboxSubscription(db, before.providerSubscriptionId, { card });
  if (before.status !== 'past_due') return 'card-changed';
  await bill(dependencies, { ...before, card }, before.clockAt ?? now);
  return outcomeOf(db, id, now);
}

/** Sets whether the next report about the subscription is lost. */
export async function setReportLoss(
  { db }: Sandbox,
  id: string,
  losesNextEvent: boolean,
): Promise<Outcome> {
  const billing = await findSandboxBilling(db, id);
  if (!billing) return 'nothing';
  await saveSandboxSubscription(db, billing.providerSubscriptionId, { losesNextEvent });
  return losesNextEvent ? 'loses-report' : 'reports-all';
}

/**
 * Moves the test clock to the next payment and charges it, or to the end of a cancelled
 * subscription; a clock that would pass the real time is removed.
 * @param from the payment that the form showed, so that sending it twice moves once
 */
export async function goToNextPayment(
  dependencies: Sandbox,
  id: string,
  from: Date,
  now: Date,
): Promise<Outcome> {
  const { db } = dependencies;
  const billing = await findSandboxBilling(db, id);
  const end = billing && endByClock(billing, now);
  const due = billing && (end ?? nextPaymentAt(billing));
  if (!due || due.getTime() !== from.getTime()) return 'nothing';
  const { providerSubscriptionId, clockAt } = billing;
  if (due > now) {
    await saveSandboxSubscription(db, providerSubscriptionId, { clockAt: null });
    return 'real-time';
  }
  // Without a test clock it is already late; a clock is never set back.
  const at = clockAt === null ? now : new Date(Math.max(due.getTime(), clockAt.getTime()));
  if (clockAt) await saveSandboxSubscription(db, providerSubscriptionId, { clockAt: at });
  await (end ? endCancelled(dependencies, billing) : bill(dependencies, billing, at));
  return outcomeOf(db, id, now);
}

/** Whether a payment waits for its confirmation by the fan. */
export function isToConfirm({ status, card }: Pick<Billing, 'status' | 'card'>): boolean {
  return status === 'past_due' && card === 'authenticates';
}

/** Pays what the fan has confirmed; the card asks again at the next renewal. */
export async function confirmSandboxPayment(
  dependencies: Sandbox,
  id: string,
  now: Date,
): Promise<Outcome> {
  const billing = await findSandboxBilling(dependencies.db, id);
  if (!billing || !isToConfirm(billing)) return 'nothing';
  await bill(dependencies, { ...billing, card: 'succeeds' }, billing.clockAt ?? now);
  return outcomeOf(dependencies.db, id, now);
}

async function outcomeOf(db: Db, id: string, now: Date): Promise<Outcome> {
  const after = await findSandboxBilling(db, id);
  if (!after || after.status === 'cancelled') return 'ended';
  const due = nextPaymentAt(after);
  // The clock has caught up: from here on payments follow the real time.
  if (due && due > now) {
    await saveSandboxSubscription(db, after.providerSubscriptionId, { clockAt: null });
  }
  return after.status === 'past_due' ? 'failed' : 'paid';
}
