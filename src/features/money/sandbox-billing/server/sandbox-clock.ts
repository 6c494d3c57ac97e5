import type { SandboxCard } from '#src/features/money/payments/billing.schema.ts';
import { keepSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  bill,
  endCancelled,
  findSandboxBilling,
  type SandboxDependencies,
} from './sandbox-billing.ts';

type Billing = NonNullable<Awaited<ReturnType<typeof findSandboxBilling>>>;
type Due = Pick<Billing, 'status' | 'cancelAt' | 'currentPeriodEnd' | 'nextAttemptAt'>;
type Ending = Pick<Billing, 'status' | 'cancelAt' | 'currentPeriodEnd' | 'clockAt'>;

/** When the next payment is taken; null when none will be. */
export function nextPaymentAt({ status, cancelAt, ...rest }: Due): Date | null {
  if (status === 'past_due') return rest.nextAttemptAt;
  return status === 'active' && !cancelAt ? rest.currentPeriodEnd : null;
}

/** When a cancelled one ends by its test clock, if the clock can be moved there; null otherwise. */
export function endByClock({ status, ...rest }: Ending, now: Date): Date | null {
  const isEnding = status !== 'cancelled' && rest.cancelAt !== null && rest.clockAt !== null;
  return isEnding && rest.currentPeriodEnd <= now ? rest.currentPeriodEnd : null;
}

/** What came of a form of the sandbox's page. */
export const OUTCOMES = [
  'card-changed',
  'paid',
  'failed',
  'ended',
  'real-time',
  'nothing',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Changes the card, and with a payment issue takes the payment by it at once. */
export async function changeSandboxCard(
  dependencies: SandboxDependencies,
  id: string,
  card: SandboxCard,
  now: Date,
): Promise<Outcome> {
  const { db } = dependencies;
  const before = await findSandboxBilling(db, id);
  if (!before || before.status === 'cancelled') return 'nothing';
  await keepSandboxSubscription(db, before.providerSubscriptionId, { card });
  if (before.status !== 'past_due') return 'card-changed';
  await bill(dependencies, { ...before, card }, before.clockAt ?? now);
  return outcomeOf(db, id, now);
}

/**
 * Moves the test clock to the next payment and takes it, or to the end of one that was cancelled;
 * never beyond the real time, where the clock is given up.
 * @param from the payment that the form was about: sent twice, it is gone to once
 */
export async function goToNextPayment(
  dependencies: SandboxDependencies,
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
    await keepSandboxSubscription(db, providerSubscriptionId, { clockAt: null });
    return 'real-time';
  }
  // Without a clock of its own it is late already; and no clock is ever set back.
  const at = clockAt === null ? now : new Date(Math.max(due.getTime(), clockAt.getTime()));
  if (clockAt) await keepSandboxSubscription(db, providerSubscriptionId, { clockAt: at });
  await (end ? endCancelled(dependencies, billing) : bill(dependencies, billing, at));
  return outcomeOf(db, id, now);
}

async function outcomeOf(db: Db, id: string, now: Date): Promise<Outcome> {
  const after = await findSandboxBilling(db, id);
  if (!after || after.status === 'cancelled') return 'ended';
  const due = nextPaymentAt(after);
  // There is nothing left to catch up with: from here on payments come by themselves.
  if (due && due > now) {
    await keepSandboxSubscription(db, after.providerSubscriptionId, { clockAt: null });
  }
  return after.status === 'past_due' ? 'failed' : 'paid';
}
