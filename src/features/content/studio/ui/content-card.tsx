import { Eye, ImageOff, LoaderCircle, Play, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import {
  useMediaToken,
  type RenewMediaToken,
} from '#src/features/content/media/ui/use-media-token.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { labelOf } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { AiLabel } from '#src/features/content/publication-rule/ui/ai-label.tsx';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { captionPreview } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import styles from './content-card.module.css';
import { studioStateOf } from './studio-state.ts';

const MAXIMUM_THUMBNAILS = 4;

type Links = { mediaToken: string; renewMediaToken: RenewMediaToken };
type ContentCardProps = Links & {
  post: StudioPost;
  /** Renders the link or button that covers the card, with this label. */
  cover: (label: string) => ReactNode;
  /** The checkbox that selects the post. */
  select?: ReactNode;
  /** Actions of the post, below it. */
  actions?: ReactNode;
};

/** A post in the studio: its first four files, state and caption. */
export function ContentCard(props: ContentCardProps) {
  const { post, cover, select, actions, mediaToken, renewMediaToken } = props;
  const { media, category, aiUse, caption } = post;
  const hidden = media.length - MAXIMUM_THUMBNAILS;
  const time = post.publishedAt ?? post.publishAt ?? post.plannedAt ?? post.createdAt;
  const name = post.influencer?.fullName ?? 'No influencer yet';
  const state = studioStateOf(post);
  return (
    <article
      className={styles.card}
      aria-label={`Post from ${post.influencer?.fullName ?? 'an unknown influencer'}, ${formatDate(time)}`}
    >
      <div className={styles.mosaic} data-files={Math.min(media.length, MAXIMUM_THUMBNAILS)}>
        {media.length === 0 && <span className={styles.empty}>No files yet</span>}
        {media.slice(0, MAXIMUM_THUMBNAILS).map((file) => (
          <div
            key={file.id}
            className={styles.file}
            style={file.teaser ? { backgroundImage: `url("${file.teaser}")` } : undefined}
          >
            <Thumbnail file={file} mediaToken={mediaToken} renewMediaToken={renewMediaToken} />
          </div>
        ))}
        {hidden > 0 && <span className={styles.hidden}>+{hidden} more</span>}
        {state.kind !== 'published' && (
          <span className={styles.state} data-kind={state.kind}>
            {state.text}
          </span>
        )}
      </div>
      {select}
      <div className={styles.body}>
        <p className={styles.name}>{cover(name)}</p>
        {state.reason && <p className={styles.reason}>{state.reason}</p>}
        <p className={styles.caption}>{captionPreview(caption) || <em>No caption yet</em>}</p>
        <div className={styles.foot}>
          {category ? <CategoryBadge category={category} /> : <span>No category yet</span>}
          <AiLabel label={labelOf(aiUse)} />
          {post.state === 'published' && <Views count={post.views} />}
          <time dateTime={time}>{formatDate(time)}</time>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  );
}

const Views = ({ count }: { count: number }) => (
  <span className={styles.views}>
    <Eye size={15} aria-hidden="true" />
    {count === 1 ? '1 view' : `${formatNumber(count)} views`}
  </span>
);

function Thumbnail({ file, mediaToken, renewMediaToken }: Links & { file: StudioMedia }) {
  if (file.state === 'processing') {
    return (
      <span className={styles.missing} role="img" aria-label={`${file.fileName}: Processing…`}>
        <LoaderCircle size={20} aria-hidden="true" />
      </span>
    );
  }
  if (file.state === 'failed') {
    return (
      <span className={styles.missing} role="img" aria-label={`${file.fileName}: Failed`}>
        <TriangleAlert size={20} aria-hidden="true" />
      </span>
    );
  }
  return <LinkedThumbnail file={file} mediaToken={mediaToken} renewMediaToken={renewMediaToken} />;
}

function LinkedThumbnail({ file, ...links }: Links & { file: StudioMedia }) {
  const { mediaToken, failed, attempt, onLoad, onError } = useMediaToken(
    links.mediaToken,
    links.renewMediaToken,
  );
  const { id, mediaType, widths } = file;
  if (failed) {
    return (
      <span className={styles.missing} role="img" aria-label="Content not available">
        <ImageOff size={20} aria-hidden="true" />
      </span>
    );
  }
  const address = (width: number) => mediaAddress(id, `w${width}`, mediaToken);
  return (
    <>
      <img
        key={attempt}
        alt={mediaType === 'video' ? 'Video' : 'Picture'}
        loading="lazy"
        decoding="async"
        src={address(widths[0]!)}
        srcSet={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
        sizes="(max-width: 36rem) 50vw, 16rem"
        onLoad={onLoad}
        onError={onError}
      />
      {mediaType === 'video' && (
        <Play className={styles.play} size={18} fill="currentColor" aria-hidden="true" />
      )}
    </>
  );
}

/** Placeholder of a card while posts load. */
export function ContentCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.shimmer} data-part="mosaic" />
      <div className={styles.body}>
        <div className={styles.shimmer} />
        <div className={styles.shimmer} data-part="short" />
      </div>
    </div>
  );
}
