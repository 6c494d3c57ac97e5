import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import { AiLabel } from '#src/features/content/publication-rule/ui/ai-label.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import type { Post } from '../posts.schema.ts';
import { CardCaption } from './card-caption.tsx';
import { PostCardMedia } from './post-card-media.tsx';
import styles from './post-card.module.css';
import { useSwipe } from './viewer/use-swipe.ts';

type PostCardProps = {
  post: Post;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
  /** Opens the post on this page. Without it the card links to the post among the influencer's. */
  onOpen?: ((postId: string) => void) | undefined;
};

/** A post in a grid. The whole card is one link or button, below its controls. */
export const PostCard = memo(function PostCard({
  post,
  mediaToken,
  renewMediaToken,
  onOpen,
}: PostCardProps) {
  const { influencer } = post;
  const date = formatDate(post.publishedAt);
  const count = post.media.length;
  const [index, setIndex] = useState(0);
  const step = (by: 1 | -1) => setIndex((index + by + count) % count);
  // Swipes are handled on the card because its link covers the pictures.
  const swipe = useSwipe((by) => !post.locked && count > 1 && step(by));
  return (
    <article
      className={styles.card}
      aria-label={`Post by ${influencer.fullName}, ${date}`}
      {...swipe}
    >
      <PostCardMedia
        post={post}
        index={index}
        step={step}
        mediaToken={mediaToken}
        renewMediaToken={renewMediaToken}
      />
      <div className={styles.body}>
        {!onOpen && (
          <p className={styles.name}>
            {post.locked ? (
              influencer.fullName
            ) : (
              <Link
                to="/subscriptions/$influencerId"
                params={{ influencerId: influencer.id }}
                search={{ post: post.id }}
                className={styles.cover}
              >
                {influencer.fullName}
              </Link>
            )}
          </p>
        )}
        {onOpen && (
          <button
            type="button"
            className={styles.whole}
            data-opens={post.id}
            onClick={() => onOpen(post.id)}
          >
            <span className="visually-hidden">Open the post from {date}</span>
          </button>
        )}
        <div className={styles.facts}>
          <CategoryBadge category={post.category} />
          <AiLabel label={post.aiLabel} />
          <TimeAgo at={post.publishedAt} withDate />
        </div>
        <CardCaption caption={post.caption} />
      </div>
    </article>
  );
});

/** Placeholder of a card while posts load. */
export function PostCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.shimmer} data-part="media" />
      <div className={styles.body}>
        <div className={styles.shimmer} data-part="name" />
        <div className={styles.shimmer} data-part="line" />
        <div className={styles.shimmer} data-part="line" />
      </div>
    </div>
  );
}
