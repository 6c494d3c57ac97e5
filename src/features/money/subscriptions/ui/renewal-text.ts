import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';

type Renewing = Pick<OwnSubscription, 'status' | 'priceCents' | 'currentPeriodEnd'>;

/** Whether a cancellation can be undone now; it may take effect while the page is open. */
export function canUndoCancellationNow(
  { canResume, cancelAt }: Pick<OwnSubscription, 'canResume' | 'cancelAt'>,
  now: number,
): boolean {
  return canResume && cancelAt !== null && Date.parse(cancelAt) > now;
}

/** When and how much it is charged after an undone cancellation: "it renews on …". */
export function renewalText(
  { status, priceCents, currentPeriodEnd }: Renewing,
  now: number,
): string {
  const price = formatCents(priceCents);
  if (status === 'past_due') return `we’ll retry the payment of ${price}`;
  if (status === 'paused') return `it renews at ${price} a month once it resumes`;
  // With a test clock that day may be over.
  if (Date.parse(currentPeriodEnd) <= now) return `it renews every month at ${price}`;
  return `it renews on ${formatDate(currentPeriodEnd)} at ${price}, and every month after that`;
}
