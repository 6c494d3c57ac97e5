import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import { mediaAddress, type MediaName } from '#src/lib/media-links.ts';
import {
  canPlayByHls,
  play as startPlaying,
  prepareHls,
  type VideoPreload,
} from './play-by-hls.ts';
import {
  createRenewableMediaToken,
  withMediaToken,
  type RenewableMediaToken,
} from './renewable-media-token.ts';

export type VideoSource = {
  mediaId: string;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
};

/** A video that someone may play; its beginning may already be loading. */
export type PreparedVideo = {
  /**
   * Plays in the given element. @returns a function that ends playback
   * @param onFailed Called when nothing can be played or viewing is no longer granted.
   */
  play: (video: HTMLVideoElement, onFailed: () => void) => () => void;
  /** Stops loading unless the video plays. */
  discard: () => void;
};

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

function pauseOthers(event: Event): void {
  for (const other of document.querySelectorAll('video')) {
    if (other !== event.target) other.pause();
  }
}

/** Prepares a video to play with hls.js, with the browser's own HLS if there is no MSE, else as one file. */
export function prepareVideo(source: VideoSource, preload: VideoPreload): PreparedVideo {
  const mediaToken = createRenewableMediaToken(source.mediaToken, source.renewMediaToken);
  const addressOf = (name: MediaName) => mediaAddress(source.mediaId, name, source.mediaToken);
  const hls = canPlayByHls() ? prepareHls(addressOf('master.m3u8'), mediaToken, preload) : null;

  function play(video: HTMLVideoElement, onFailed: () => void): () => void {
    const playFiles = (from: number, ...names: MediaName[]) =>
      playFirstWorking(video, { addresses: names.map(addressOf), mediaToken, onFailed, from });
    let stop: () => void;
    video.addEventListener('play', pauseOthers);
    if (hls) {
      stop = hls.play(video, (stoppedAt) => {
        stop = playFiles(stoppedAt, 'video.mp4');
      });
    } else if (video.canPlayType(PLAYLIST_TYPE)) {
      stop = playFiles(0, 'master.m3u8', 'video.mp4');
    } else {
      stop = playFiles(0, 'video.mp4');
    }
    return () => {
      stop();
      video.removeEventListener('play', pauseOthers);
      video.removeAttribute('src');
      video.load();
    };
  }
  return { play, discard: () => hls?.discard() };
}

type FilePlayback = {
  addresses: string[];
  mediaToken: RenewableMediaToken;
  onFailed: () => void;
  /** Start position in seconds. */
  from: number;
};

/** Plays the first address that works. After renewing the media token it resumes where it stopped. */
function playFirstWorking(
  video: HTMLVideoElement,
  { addresses, mediaToken, onFailed, from }: FilePlayback,
) {
  const events = new AbortController();
  const { signal } = events;
  let renewed = false;
  let resumeAt = from;
  let shouldPlay = true;
  let loaded = false;

  async function load(): Promise<void> {
    const address = withMediaToken(addresses[0]!, await mediaToken.current());
    if (signal.aborted) return;
    loaded = false;
    video.src = address;
    if (shouldPlay) startPlaying(video);
  }
  function onLoaded(): void {
    loaded = true;
    if (resumeAt > 0) video.currentTime = resumeAt;
  }
  function onPlaying(): void {
    renewed = false;
  }
  function onError(): void {
    resumeAt = video.currentTime || resumeAt;
    // A video that never loaded is always paused.
    if (loaded) shouldPlay = !video.paused;
    if (renewed) addresses.shift();
    else mediaToken.renew();
    renewed = !renewed;
    if (addresses.length > 0) return void load();
    events.abort();
    onFailed();
  }
  video.addEventListener('loadedmetadata', onLoaded, { signal });
  video.addEventListener('playing', onPlaying, { signal });
  video.addEventListener('error', onError, { signal });
  void load();
  return () => events.abort();
}
