import { LoaderCircle, Play } from 'lucide-react';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { toast } from 'sonner';
import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import styles from './post-media.module.css';
import type { VideoPlayerProps } from './video-player.tsx';

type PostVideoProps = {
  mediaId: string;
  label: string;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
  /** Address of the picture shown until the video loads. */
  poster: string | undefined;
  onFailed: () => void;
  /** Shown before playback starts. */
  children: ReactNode;
};

type Started = { video: HTMLVideoElement; Player: ComponentType<VideoPlayerProps> | null };

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

const loadPlayer = async () => (await import('./video-player.tsx')).VideoPlayer;

/** A video behind its poster. The player loads meanwhile, and plays once someone clicks Play. */
export function PostVideo({ children, poster, ...playable }: PostVideoProps) {
  const [started, setStarted] = useState<Started | null>(null);

  useEffect(() => {
    // A click on Play tries again and shows the failure.
    loadPlayer().catch(() => {});
  }, []);

  function start() {
    if (started) return;
    const video = createVideo(playable.label, poster);
    setStarted({ video, Player: null });
    loadPlayer().then(
      (Player) => setStarted({ video, Player }),
      () => {
        setStarted(null);
        toast.error('Error', { description: 'Failed to load content' });
      },
    );
  }

  if (started?.Player) return <started.Player video={started.video} {...playable} />;
  return (
    <>
      {children}
      <button
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
