import { useInViewport } from '@mantine/hooks';
import { LoaderCircle, Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import type { VideoPreload } from './play-by-hls.ts';
import type { VideoSource } from './play-video.ts';
import styles from './post-media.module.css';
import { usePreparedVideo, type LoadedVideo } from './use-prepared-video.ts';

type PostVideoProps = {
  source: VideoSource;
  label: string;
  /** Address of the picture shown until the video loads. */
  poster: string | undefined;
  /** Whether that picture has loaded; a video that few will play waits for it. */
  hasPoster: boolean;
  preload: VideoPreload;
  onFailed: () => void;
  /** Shown before playback starts. */
  children: ReactNode;
};

type Started = { video: HTMLVideoElement; loaded: LoadedVideo | null };

function createVideo(label: string, poster: string | undefined): HTMLVideoElement {
  const video = document.createElement('video');
  video.slot = 'media';
  video.playsInline = true;
  video.tabIndex = -1;
  video.setAttribute('controlslist', 'nodownload');
  video.setAttribute('aria-label', label);
  if (poster) video.poster = poster;
  // Safari allows playing later, once the player has loaded, only if load() runs within the click.
  video.load();
  return video;
}

/** A video behind its poster. Its beginning loads meanwhile, and plays once someone clicks Play. */
export function PostVideo(props: PostVideoProps) {
  const { source, label, poster, hasPoster, preload, onFailed, children } = props;
  const [started, setStarted] = useState<Started | null>(null);
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  const mayLoad = hasPoster || preload === 'auto';
  const prepare = usePreparedVideo(source, { preload, isInView: inViewport && mayLoad });

  function start() {
    if (started) return;
    const video = createVideo(label, poster);
    setStarted({ video, loaded: null });
    prepare().then(
      (loaded) => setStarted({ video, loaded }),
      () => {
        setStarted(null);
        toast.error('Error', { description: 'Failed to load content' });
      },
    );
  }

  if (started?.loaded) {
    const { Player, prepared } = started.loaded;
    return <Player video={started.video} prepared={prepared} label={label} onFailed={onFailed} />;
  }
  return (
    <>
      {children}
      <button
        ref={ref}
        type="button"
        className={styles.play}
        onClick={start}
        aria-disabled={started !== null}
        data-starting={started ? true : undefined}
      >
        {started ? (
          <LoaderCircle size={26} aria-hidden="true" />
        ) : (
          <Play size={26} fill="currentColor" aria-hidden="true" />
        )}
        <span className="visually-hidden">Play</span>
      </button>
    </>
  );
}
