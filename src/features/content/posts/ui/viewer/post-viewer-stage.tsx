import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type CSSProperties } from 'react';
import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import type { Post } from '../../posts.schema.ts';
import { PostMedia, type PostMediaFile } from './post-media.tsx';
import styles from './post-viewer.module.css';
import { usePreloadedPicture } from './use-preloaded-picture.ts';
import { useSwipe } from './use-swipe.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { ZOOM_STEP, ZoomPicture, zoomTime, type Zoom } from './zoom-picture.tsx';

const SIZES = '(max-width: 60em) 100vw, 75vw';
const ZOOMED_SIZES = '300vw';
/** CSS pixels by which an arrow key moves a zoomed picture. */
const PAN_STEP = 90;

type PostViewerStageProps = {
  post: Pick<Post, 'id' | 'media' | 'influencer'>;
  /** Index of the file shown. */
  index: number;
  /** The next file, possibly of the next post. */
  following: PostMediaFile | undefined;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  first: () => void;
  last: () => void;
};

/** The large view of one file of a post. */
export function PostViewerStage(props: PostViewerStageProps) {
  const { post, index, following, mediaToken, renewMediaToken, previous, next, first, last } =
    props;
  const [zoomed, setZoomed] = useState(false);
  const zoom = useRef<Zoom | null>(null);
  const media = post.media[index];
  const count = post.media.length;
  usePreloadedPicture(following, mediaToken, SIZES);
  const swipe = useSwipe((step) => !zoomed && (step === 1 ? next : previous)?.());

  const zoomIn = () => void zoom.current?.zoomIn(ZOOM_STEP, zoomTime());
  const zoomOut = () => void zoom.current?.zoomOut(ZOOM_STEP, zoomTime());
  const reset = () => void zoom.current?.resetTransform(zoomTime());
  const pan = (x: number, y: number) => () => void zoom.current?.panBy(x, y, zoomTime() / 2);
  const stage = useRef<HTMLDivElement>(null);
  const keys = {
    ArrowLeft: zoomed ? pan(PAN_STEP, 0) : previous,
    ArrowRight: zoomed ? pan(-PAN_STEP, 0) : next,
    ArrowUp: zoomed ? pan(0, PAN_STEP) : undefined,
    ArrowDown: zoomed ? pan(0, -PAN_STEP) : undefined,
    Home: first,
    End: last,
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': reset,
  };
  useViewerKeys(keys, stage);
  if (!media) return <div className={styles.stage} />;

  const isVideo = media.mediaType === 'video';
  const key = `${post.id} ${index}`;
  const file = (
    <div className={styles.fit} style={{ '--ratio': media.width / media.height } as CSSProperties}>
      <PostMedia
        key={key}
        media={media}
        label={`${isVideo ? 'Video' : 'Picture'} ${index + 1} of ${count} by ${post.influencer.fullName}`}
        mediaToken={mediaToken}
        renewMediaToken={renewMediaToken}
        fit="contain"
        sizes={zoomed ? ZOOMED_SIZES : SIZES}
        posterWidth={1280}
        preload="auto"
      />
    </div>
  );
  return (
    <div ref={stage} className={styles.stage} data-zoomed={zoomed || undefined} {...swipe}>
      {isVideo ? (
        file
      ) : (
        <ZoomPicture key={key} zoom={zoom} onZoomed={setZoomed}>
          {file}
        </ZoomPicture>
      )}
      {previous && (
        <button type="button" className={styles.previous} onClick={previous}>
          <ChevronLeft size={26} aria-hidden="true" />
          <span className="visually-hidden">Previous</span>
        </button>
      )}
      {next && (
        <button type="button" className={styles.next} onClick={next}>
          <ChevronRight size={26} aria-hidden="true" />
          <span className="visually-hidden">Next</span>
        </button>
      )}
      {count > 1 && (
        <p className={styles.counter} aria-live="polite">
          {`${index + 1} / ${count}`}
        </p>
      )}
      {!isVideo && (
        <button type="button" className={styles.zoom} onClick={zoomed ? reset : zoomIn}>
          {zoomed ? (
            <ZoomOut size={22} aria-hidden="true" />
          ) : (
            <ZoomIn size={22} aria-hidden="true" />
          )}
          <span className="visually-hidden">{zoomed ? 'Reset zoom' : 'Zoom in'}</span>
        </button>
      )}
    </div>
  );
}
