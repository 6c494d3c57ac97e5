import {
  OFFICE_ACTIONS,
  statusAfter,
  type OfficeAction,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatCents } from '#src/lib/money.ts';

type State = { status: SubscriptionStatus; cancelAt: Date | null };

/**
 * What the office can do with a subscription. Wider than "end an active one": a paused or unpaid
 * one would stand in the fan's way for ever. Of one whose time is over, nothing: it only waits to
 * be marked as ended.
 */
export const officeActions = ({ status, cancelAt }: State, now: Date): OfficeAction[] =>
  cancelAt !== null && cancelAt <= now
    ? []
    : OFFICE_ACTIONS.filter((action) => statusAfter(status, action) !== null);

/** What is wrong with the amount of a refund, by what is left of the charge; null when nothing is. */
export const refundIssue = (amountCents: number, leftCents: number): string | null =>
  amountCents > leftCents ? `At most ${formatCents(leftCents)} can be refunded` : null;
