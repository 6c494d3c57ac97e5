import { ImageOff, Play } from 'lucide-react';
import { useRef, useState, type CSSProperties, type SyntheticEvent } from 'react';
import { mediaAddress } from '#src/lib/media-links.ts';
import type { Post } from '../posts.schema.ts';
import styles from './post-media.module.css';
import { useMediaPass, type RenewPass } from './use-media-pass.ts';

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

function LinkedMedia(props: Omit<PostMediaProps, 'fit'> & { source: MediaSource }) {
  const { media, source, label, sizes, posterWidth } = props;
  const link = useMediaPass(props.pass, props.renewPass);
  const [loaded, setLoaded] = useState(false);
  const address = (size: 'original' | number) => mediaAddress(source.id, size, link.pass);
  if (link.failed) return <Unavailable text="Failed to load content" />;
  if (media.mediaType === 'video') {
    const poster = source.widths.findLast((width) => width <= posterWidth) ?? source.widths[0];
    return (
      <Video
        label={label}
        src={address('original')}
        poster={poster === undefined ? undefined : address(poster)}
        resumes={link.attempt > 0}
        onLoad={link.onLoad}
        onError={link.onError}
      />
    );
  }
  return (
    <img
      // A renewed pass may be the same text: only a new element loads it again.
      key={link.attempt}
      className={styles.picture}
      data-loaded={loaded || undefined}
      alt={label}
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      src={address(source.widths.at(-1) ?? 'original')}
      srcSet={source.widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={sizes}
      onLoad={() => {
        setLoaded(true);
        link.onLoad();
      }}
      onError={link.onError}
    />
  );
}

type VideoProps = {
  label: string;
  src: string;
  poster: string | undefined;
  /** Whether the address was renewed while it played: then it goes on where it stopped. */
  resumes: boolean;
  onLoad: () => void;
  onError: () => void;
};

function Video({ label, src, poster, resumes, onLoad, onError }: VideoProps) {
  const [started, setStarted] = useState(false);
  const stoppedAt = useRef(0);
  const video = useRef<HTMLVideoElement>(null);

  function start() {
    video.current?.focus();
    // A refusal to play also comes as the element's error event.
    video.current?.play().catch(() => {});
  }

  function pauseOthers(event: SyntheticEvent<HTMLVideoElement>) {
    setStarted(true);
    for (const other of document.querySelectorAll('video')) {
      if (other !== event.currentTarget) other.pause();
    }
  }

  return (
    <>
      <video
        ref={video}
        className={styles.video}
        data-started={started || undefined}
        aria-label={label}
        controls={started}
        controlsList="nodownload"
        playsInline
        preload="none"
        autoPlay={resumes}
        src={src}
        poster={poster}
        onPlay={pauseOthers}
        onLoadedMetadata={(event) => {
          if (resumes) event.currentTarget.currentTime = stoppedAt.current;
        }}
        onPlaying={onLoad}
        onError={(event) => {
          stoppedAt.current = event.currentTarget.currentTime;
          onError();
        }}
      />
      {!started && (
        <button type="button" className={styles.play} onClick={start}>
          <Play size={26} fill="currentColor" aria-hidden="true" />
          <span className="visually-hidden">Play</span>
        </button>
      )}
    </>
  );
}

const Unavailable = ({ text }: { text: string }) => (
  <p className={styles.unavailable}>
    <ImageOff size={26} aria-hidden="true" />
    {text}
  </p>
);
