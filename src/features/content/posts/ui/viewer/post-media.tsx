import { ImageOff } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { useMediaPass, type RenewPass } from '#src/features/content/media/ui/use-media-token.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import type { Post } from '../../posts.schema.ts';
import styles from './post-media.module.css';
import { PostVideo } from './post-video.tsx';

export type PostMediaFile = Post['media'][number];
type MediaSource = NonNullable<PostMediaFile['source']>;

type PostMediaProps = {
  media: PostMediaFile;
  /** What a screen reader says of it. */
  label: string;
  pass: string;
  renewPass: RenewPass;
  fit: 'cover' | 'contain';
  /** The `sizes` of the picture: how wide it is drawn. */
  sizes: string;
  /** Preferred width in pixels of a video's poster. */
  posterWidth: number;
};

const teaserStyle = (media: PostMediaFile): CSSProperties => ({
  backgroundImage: `url("${media.teaser}")`,
});

/** A picture or video of a post over its teaser. It fills its positioned parent. */
export function PostMedia({ media, fit, ...rest }: PostMediaProps) {
  return (
    <div className={styles.frame} style={teaserStyle(media)} data-fit={fit}>
      {media.source ? (
        <LinkedMedia {...rest} media={media} source={media.source} />
      ) : (
        <Unavailable text="Content not available" />
      )}
    </div>
  );
}

/** What shows of a locked file: its blurred teaser. */
export const LockedTeaser = ({ media }: { media: PostMediaFile }) => (
  <div className={styles.locked} style={teaserStyle(media)} aria-hidden="true" />
);

/** Addresses of the picture of a file, or of a video's poster, in all its sizes. */
export function pictureSources({ id, widths }: MediaSource, pass: string) {
  const address = (width: number) => mediaAddress(id, `w${width}`, pass);
  return {
    src: address(widths.at(-1) ?? 0),
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(', '),
  };
}

function LinkedMedia(props: Omit<PostMediaProps, 'fit'> & { source: MediaSource }) {
  const { media, source, label, sizes, posterWidth, renewPass } = props;
  const link = useMediaPass(props.pass, renewPass);
  const [loaded, setLoaded] = useState(false);
  if (link.failed) return <Unavailable text="Failed to load content" onRetry={link.tryAgain} />;
  const isVideo = media.mediaType === 'video';
  const picture = (
    <img
      // A renewed pass may be the same text: only a new element loads it again.
      key={link.attempt}
      className={styles.picture}
      data-loaded={loaded || undefined}
      alt={isVideo ? '' : label}
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      draggable={false}
      {...pictureSources(source, link.pass)}
      sizes={sizes}
      onLoad={() => {
        setLoaded(true);
        link.onLoad();
      }}
      onError={link.onError}
    />
  );
  if (!isVideo) return picture;
  const width = source.widths.findLast((each) => each <= posterWidth) ?? source.widths[0];
  return (
    <PostVideo
      mediaId={source.id}
      label={label}
      pass={link.pass}
      renewPass={renewPass}
      poster={width === undefined ? undefined : mediaAddress(source.id, `w${width}`, link.pass)}
      onFailed={link.giveUp}
    >
      {picture}
    </PostVideo>
  );
}

const Unavailable = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <div className={styles.unavailable}>
    <ImageOff size={26} aria-hidden="true" />
    <p>{text}</p>
    {onRetry && (
      <button type="button" className={styles.retry} onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);
