import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { reviewReason } from '#src/features/content/publication-rule/review-states.rules.ts';
import { publicationRuleQuery } from '../publication-rule-query.ts';
import styles from './obstacle-list.module.css';

type ReviewNoticeProps = { post: Pick<StudioPost, 'state' | 'review'> | null };

const TITLES = {
  'changes-requested': 'Changes were requested',
  rejected: 'This post was rejected',
} as const;

/** The review of a post, as of when it was opened, or that it needs one. */
export function ReviewNotice({ post }: ReviewNoticeProps) {
  const { data: rule } = useQuery(publicationRuleQuery);
  const review = post?.review;
  if (review?.state === 'changes-requested' || review?.state === 'rejected') {
    return (
      <section className={styles.obstacles} aria-label="Review">
        <ShieldAlert size={20} aria-hidden="true" />
        <div>
          <strong>{TITLES[review.state]}</strong>
          <p dir="auto">{reviewReason(review)}</p>
          <p>Once you have changed the post, it’s reviewed again.</p>
        </div>
      </section>
    );
  }
  if (!rule?.requiresReviews || post?.state === 'hidden') return null;
  return (
    <p className={styles.hint}>
      <ShieldCheck size={18} aria-hidden="true" />
      {hintOf(post, rule.sampledPercent !== null)}
    </p>
  );
}

/** @param isSampled whether the posts of trusted influencers may need no review */
function hintOf(post: ReviewNoticeProps['post'], isSampled: boolean): string {
  if (post?.state === 'published') {
    return 'If you change the caption, the people or the use of AI, fans don’t see the post until it’s reviewed again.';
  }
  if (post?.state !== 'scheduled') {
    return isSampled
      ? 'The post is published at its time, or once it’s approved if it’s chosen for a review.'
      : 'The post is published once it’s approved.';
  }
  if (post.review?.state === 'second-review') return 'A second person has to approve the post.';
  if (post.review?.state === 'waiting') return 'The post is waiting for its review.';
  if (isSampled) return 'Nothing waits for a review. A change of the post may need one.';
  return 'The post is approved. If you change its files, people, caption or use of AI, it’s reviewed again.';
}
