import {
  BACK_OFFICE_ACTIONS,
  statusAfter,
  type BackOfficeAction,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';

type State = { status: SubscriptionStatus; cancelAt: Date | null };

/**
 * What the back office can do with a subscription. Paused and past due ones can be ended too, as
 * they would block a new subscription. Nothing can be done with one whose cancelled period is over:
 * it is only to be marked as ended.
 */
export function availableActions({ status, cancelAt }: State, now: Date): BackOfficeAction[] {
  return cancelAt !== null && cancelAt <= now
    ? []
    : BACK_OFFICE_ACTIONS.filter((action) => statusAfter(status, action) !== null);
}

/** What is wrong with the amount of a refund, given what is left of the charge; null if valid. */
export function refundIssue(amountCents: number, leftCents: number): string | null {
  return amountCents > leftCents ? `At most ${formatCents(leftCents)} can be refunded` : null;
}
