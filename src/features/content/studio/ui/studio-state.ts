import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { obstacleText } from '#src/features/content/publication-rule/publication-rule.rules.ts';
import { reviewReason } from '#src/features/content/publication-rule/review-states.rules.ts';
import { formatShortTime } from '#src/lib/locale/screen-dates.ts';

export type StudioState = {
  kind:
    | 'published'
    | 'draft'
    | 'scheduled'
    | 'processing'
    | 'failed'
    | 'hidden'
    | 'blocked'
    | 'in-review'
    | 'returned';
  /** Text of the badge. */
  text: string;
  /** Reason of the failure, who prevents the publication, or why it was not approved. */
  reason: string | null;
};

const state = (kind: StudioState['kind'], text: string): StudioState => ({
  kind,
  text,
  reason: null,
});

/** The state of a post at a time (milliseconds), as the studio shows it. */
export function studioStateOf(post: StudioPost, now = Date.now()): StudioState {
  // One line of a card.
  const shortTime = (at: string) => formatShortTime(at, new Date(now));
  if (post.state === 'published') return state('published', 'Published');
  if (post.state === 'hidden') return state('hidden', 'Hidden because of a complaint');
  const failed = post.media.find((file) => file.state === 'failed');
  if (failed) {
    const reason = `${failed.fileName}: ${failed.failure ?? 'The file couldn’t be processed'}`;
    return { kind: 'failed', text: 'Failed', reason };
  }
  if (post.state === 'draft' || !post.publishAt) {
    const { plannedAt } = post;
    return state('draft', plannedAt ? `Draft for ${shortTime(plannedAt)}` : 'Draft');
  }
  if (post.obstacles.length > 0) {
    return { kind: 'blocked', text: 'Blocked', reason: post.obstacles.map(obstacleText).join(' ') };
  }
  if (post.review?.state === 'changes-requested' || post.review?.state === 'rejected') {
    const text = post.review.state === 'rejected' ? 'Rejected' : 'Changes requested';
    return { kind: 'returned', text, reason: reviewReason(post.review) };
  }
  if (post.review && post.review.state !== 'approved') {
    const isLater = Date.parse(post.publishAt) > now;
    return state('in-review', isLater ? `In review for ${shortTime(post.publishAt)}` : 'In review');
  }
  if (Date.parse(post.publishAt) > now) {
    return state('scheduled', `Scheduled ${shortTime(post.publishAt)}`);
  }
  const isWaiting = post.media.some((file) => file.state === 'processing');
  return state('processing', isWaiting ? 'Processing…' : 'Publishing…');
}
