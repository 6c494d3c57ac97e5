import type { PostReview } from './review-states.schema.ts';

/** Why a post was not approved, as its influencer reads it too. */
export function reviewReason({ reason, note }: Pick<PostReview, 'reason' | 'note'>): string | null {
  return reason && note ? `${reason}: ${note}` : reason;
}
