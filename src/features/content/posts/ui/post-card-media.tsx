import { ChevronLeft, ChevronRight, Lock } from 'lucide-react';
import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import {
  SubscribeAction,
  SubscribeLink,
} from '#src/features/money/subscriptions/ui/subscribe-action.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { Post } from '../posts.schema.ts';
import styles from './post-card-media.module.css';
import { LockedTeaser, PostMedia, type PostMediaFile } from './viewer/post-media.tsx';

/** Height of the frame divided by its width. */
const FRAME_RATIO = 5 / 4;

/** The `sizes` of a card. A landscape picture fills the portrait frame by height, so it is wider than the frame. */
function cardSizes({ width, height }: PostMediaFile): string {
  const stretch = Math.max(1, (FRAME_RATIO * width) / height);
  const share = (vw: number) => `${Math.round(vw * stretch)}vw`;
  return `(max-width: 42em) ${share(92)}, (max-width: 70em) ${share(46)}, (max-width: 95em) ${share(28)}, ${share(21)}`;
}

const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

type PostCardMediaProps = {
  post: Post;
  /** Index of the file shown. */
  index: number;
  step: (by: 1 | -1) => void;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
};

/** The 4:5 frame of a card: one file at a time, or the locked teaser. */
export function PostCardMedia({
  post,
  index,
  step,
  mediaToken,
  renewMediaToken,
}: PostCardMediaProps) {
  const count = post.media.length;
  const media = post.media[index];
  if (!media) return <div className={styles.frame} />;
  const label = `${media.mediaType === 'video' ? 'Video' : 'Picture'} by ${post.influencer.fullName}`;
  return (
    <div className={styles.frame}>
      {post.locked ? (
        <LockedMedia post={post} media={media} />
      ) : (
        <PostMedia
          key={index}
          media={media}
          mediaToken={mediaToken}
          renewMediaToken={renewMediaToken}
          label={count > 1 ? `${label}, ${index + 1} of ${count}` : label}
          fit="cover"
          sizes={cardSizes(media)}
          posterWidth={640}
        />
      )}
      <div className={styles.marks}>
        {post.unread && <span className={styles.unread}>New</span>}
        {media.mediaType === 'video' && media.durationSeconds !== null && (
          <span className={styles.mark} data-duration>
            <span className="visually-hidden">Video, </span>
            {durationText(media.durationSeconds)}
          </span>
        )}
        {count > 1 && (
          <span className={styles.mark} aria-live="polite">
            {`${index + 1} / ${count}`}
          </span>
        )}
      </div>
      {!post.locked && count > 1 && (
        <>
          <button type="button" className={styles.previous} onClick={() => step(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
            <span className="visually-hidden">Previous photo or video</span>
          </button>
          <button type="button" className={styles.next} onClick={() => step(1)}>
            <ChevronRight size={20} aria-hidden="true" />
            <span className="visually-hidden">Next photo or video</span>
          </button>
        </>
      )}
    </div>
  );
}

/** Why the post is locked for this fan. */
function lockedText(state: Post['subscribeState'], { mediaType }: PostMediaFile): string {
  if (state === 'past_due') return 'Your last payment failed';
  if (state === 'overdue') return 'Your renewal hasn’t been confirmed yet';
  if (state === 'paused') return 'Our team has paused your subscription';
  if (state === 'unavailable') return 'Not available right now';
  return mediaType === 'video' ? 'Subscribe to view full video' : 'Subscribe to view more content';
}

function LockedMedia({ post, media }: { post: Post; media: PostMediaFile }) {
  const { influencer, subscribeState = 'available', priceCents } = post;
  return (
    <>
      <LockedTeaser media={media} />
      <div className={styles.lock}>
        <span className={styles.padlock}>
          <Lock size={22} aria-hidden="true" />
        </span>
        <p>{lockedText(subscribeState, media)}</p>
        {subscribeState === 'available' && priceCents !== undefined && (
          <SubscribeLink influencer={influencer} className={styles.unlock}>
            Unlock with {influencer.fullName} · {formatCents(priceCents)} a month
          </SubscribeLink>
        )}
        <SubscribeAction state={subscribeState} influencer={influencer} />
      </div>
    </>
  );
}
