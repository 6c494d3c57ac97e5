import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import type { ReviewTimeFigures } from './review-times.schema.ts';
import type { ReviewDecision, ReviewSignal } from './reviews.schema.ts';

export const SIGNAL_LABELS: Record<ReviewSignal, string> = {
  'banned-term': 'The caption contains a banned term',
  'first-post': 'First post of the influencer',
  removal: 'A post of the influencer was removed in the last 180 days',
  'blocked-upload': 'The influencer uploaded a copy of a blocked file in the last 180 days',
  'rejected-before': 'An earlier version of this post was rejected',
};

export const DECISION_LABELS: Record<ReviewDecision, string> = {
  approved: 'Approved',
  'changes-requested': 'Changes requested',
  rejected: 'Rejected',
  existing: 'Published before reviews were required',
};

export const STATE_LABELS: Record<PostReviewState, string> = {
  waiting: 'To review',
  'not-sampled': 'Not in the sample',
  'second-review': 'Needs a second approval',
  approved: 'Approved',
  'changes-requested': 'Changes requested',
  rejected: 'Rejected',
};

/** "12 minutes", "5 hours" or "3 days". */
export function formatMinutes(minutes: number): string {
  if (minutes < 90) return countOf(Math.max(1, Math.round(minutes)), 'minute');
  if (minutes < 48 * 60) return countOf(Math.round(minutes / 60), 'hour');
  return countOf(Math.round(minutes / 60 / 24), 'day');
}

const countOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The share of decisions within the aim in percent; null without decisions. */
export function shareWithinAim({
  decisions,
  withinAim,
}: Pick<ReviewTimeFigures, 'decisions' | 'withinAim'>): number | null {
  return decisions === 0 ? null : Math.round((withinAim / decisions) * 100);
}
