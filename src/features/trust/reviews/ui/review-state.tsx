import {
  CircleCheck,
  CircleX,
  Dices,
  Hourglass,
  MessageSquareText,
  UsersRound,
} from 'lucide-react';
import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { STATE_LABELS } from '../reviews.rules.ts';

const APPEARANCES: Record<PostReviewState, { variant: StateBadgeVariant; icon: typeof Hourglass }> =
  {
    waiting: { variant: 'warning', icon: Hourglass },
    'not-sampled': { variant: 'neutral', icon: Dices },
    'second-review': { variant: 'warning', icon: UsersRound },
    approved: { variant: 'success', icon: CircleCheck },
    'changes-requested': { variant: 'neutral', icon: MessageSquareText },
    rejected: { variant: 'danger', icon: CircleX },
  };

/** Where the review of a post stands. */
export function ReviewState({ state }: { state: PostReviewState }) {
  return <StateBadge {...APPEARANCES[state]}>{STATE_LABELS[state]}</StateBadge>;
}
