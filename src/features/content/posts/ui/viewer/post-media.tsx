import { ImageOff } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import {
  useMediaToken,
  type RenewMediaToken,
} from '#src/features/content/media/ui/use-media-token.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import type { Post } from '../../posts.schema.ts';
import type { VideoPreload } from './play-by-hls.ts';
import styles from './post-media.module.css';
import { PostVideo } from './post-video.tsx';

export type PostMediaFile = Post['media'][number];
type MediaSource = NonNullable<PostMediaFile['source']>;

type PostMediaProps = {
  media: PostMediaFile;
  /** Accessible name. */
  label: string;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
  fit: 'cover' | 'contain';
  /** The `sizes` attribute of the picture. */
  sizes: string;
  /** Preferred width in pixels of a video's poster. */
  posterWidth: number;
  /** What of a video to load before someone plays it. */
  preload?: VideoPreload;
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

/** The blurred teaser of a locked file. */
export function LockedTeaser({ media }: { media: PostMediaFile }) {
  return <div className={styles.locked} style={teaserStyle(media)} aria-hidden="true" />;
}

/** Addresses of a picture, or of a video's poster, in all sizes. */
export function pictureSources({ id, widths }: MediaSource, mediaToken: string) {
  const address = (width: number) => mediaAddress(id, `w${width}`, mediaToken);
  return {
    src: address(widths.at(-1) ?? 0),
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(', '),
  };
}

function LinkedMedia(props: Omit<PostMediaProps, 'fit'> & { source: MediaSource }) {
  const { media, source, label, sizes, posterWidth, preload = 'metadata', renewMediaToken } = props;
  const link = useMediaToken(props.mediaToken, renewMediaToken);
  const [loaded, setLoaded] = useState(false);
  if (link.failed) return <Unavailable text="Failed to load content" onRetry={link.retry} />;
  const isVideo = media.mediaType === 'video';
  const picture = (
    <img
      // A renewed media token may be equal to the old one: only a new element loads the picture again.
      key={link.attempt}
      className={styles.picture}
      data-loaded={loaded || undefined}
      alt={isVideo ? '' : label}
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      draggable={false}
      {...pictureSources(source, link.mediaToken)}
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
      source={{ mediaId: source.id, mediaToken: link.mediaToken, renewMediaToken }}
      label={label}
      hasPoster={loaded}
      preload={preload}
      poster={
        width === undefined ? undefined : mediaAddress(source.id, `w${width}`, link.mediaToken)
      }
      onFailed={link.markFailed}
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
