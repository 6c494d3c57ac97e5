import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';

type Renewing = Pick<OwnSubscription, 'status' | 'priceCents' | 'currentPeriodEnd'>;

/** Whether a cancellation can be taken back now; its day may come while the page is open. */
export const canKeepNow = (
  { canKeep, cancelAt }: Pick<OwnSubscription, 'canKeep' | 'cancelAt'>,
  now: number,
): boolean => canKeep && cancelAt !== null && Date.parse(cancelAt) > now;

/** When it is charged again once a cancellation is taken back, and how much: "it renews on …". */
export function renewalWords(
  { status, priceCents, currentPeriodEnd }: Renewing,
  now: number,
): string {
  const price = formatCents(priceCents);
  if (status === 'past_due') return `the payment of ${price} is tried again`;
  if (status === 'paused') return `it renews at ${price} a month once the pause is over`;
  // By a test clock that day may be over.
  if (Date.parse(currentPeriodEnd) <= now) return `it renews every month at ${price}`;
  return `it renews on ${formatDate(currentPeriodEnd)} at ${price}, and every month after that`;
}
