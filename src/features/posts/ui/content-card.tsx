import { ImageOff, Play } from 'lucide-react';
import { memo } from 'react';
import { formatDate } from '#src/lib/dates.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { captionPreview } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/category-badge.tsx';
import type { Post } from '../posts.schema.ts';
import styles from './content-card.module.css';
import { useMediaPass, type RenewPass } from './use-media-pass.ts';

const SHOWN = 4;

type ContentCardProps = { post: Post; pass: string; renewPass: RenewPass };
type File = Post['media'][number];

/** A post as the back office sees it: its first four files, then what it says. */
export const ContentCard = memo(function ContentCard({ post, ...links }: ContentCardProps) {
  const { media, influencer } = post;
  const hidden = media.length - SHOWN;
  const date = formatDate(post.createdAt);
  const name = influencer.fullName || 'Unknown';
  return (
    <article className={styles.card} aria-label={`Post of ${name}, ${date}`}>
      <div className={styles.mosaic} data-files={Math.min(media.length, SHOWN)}>
        {media.slice(0, SHOWN).map((file, index) => (
          <div
            key={index}
            className={styles.file}
            style={{ backgroundImage: `url("${file.teaser}")` }}
          >
            <Thumbnail file={file} {...links} />
          </div>
        ))}
        {hidden > 0 && <span className={styles.hidden}>+{hidden} more</span>}
      </div>
      <div className={styles.body}>
        <p className={styles.name}>{name}</p>
        <p className={styles.caption}>{captionPreview(post.caption)}</p>
        <p className={styles.foot}>
          <CategoryBadge category={post.category} />
          <time dateTime={post.createdAt}>{date}</time>
        </p>
      </div>
    </article>
  );
});

function Thumbnail({ file, ...links }: Omit<ContentCardProps, 'post'> & { file: File }) {
  const { pass, failed, attempt, onLoad, onError } = useMediaPass(links.pass, links.renewPass);
  const { source, mediaType } = file;
  if (!source || failed) {
    return (
      <span className={styles.missing} role="img" aria-label="Content not available">
        <ImageOff size={20} aria-hidden="true" />
      </span>
    );
  }
  const address = (width: number) => mediaAddress(source.id, width, pass);
  return (
    <>
      <img
        key={attempt}
        alt={mediaType === 'video' ? 'Video' : 'Picture'}
        loading="lazy"
        decoding="async"
        src={address(source.widths[0]!)}
        srcSet={source.widths.map((width) => `${address(width)} ${width}w`).join(', ')}
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

/** Keeps the place of a card while posts load. */
export const ContentCardSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <div className={styles.shimmer} data-part="mosaic" />
    <div className={styles.body}>
      <div className={styles.shimmer} />
      <div className={styles.shimmer} data-part="short" />
    </div>
  </div>
);
