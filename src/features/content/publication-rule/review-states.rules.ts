import type { PostReview, ReviewPolicy } from './review-states.schema.ts';

export const REVIEW_POLICY_LABELS: Record<ReviewPolicy, string> = {
  age: 'Somebody may be under 18',
  people: 'Somebody is missing among the people',
  consent: 'No consent to what is shown',
  prohibited: 'Prohibited content',
  privacy: 'Private information is visible',
  rights: 'Somebody else’s work or brand',
  caption: 'The caption',
  'ai-label': 'The AI label is missing or wrong',
  quality: 'The quality',
  other: 'Another reason',
};

/** Why a post was not approved, as its influencer reads it too. */
export function reviewReason({ policy, note }: Pick<PostReview, 'policy' | 'note'>): string | null {
  if (!policy) return null;
  const label = REVIEW_POLICY_LABELS[policy];
  return note ? `${label}: ${note}` : label;
}
