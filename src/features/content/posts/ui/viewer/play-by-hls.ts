import Hls, {
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
} from 'hls.js/light';
import { isRefusal, withMediaToken, type RenewableMediaToken } from './renewable-media-token.ts';
import {
  AUTO,
  autoLimits,
  storePreferredQuality,
  readPreferredQuality,
  levelFor,
  qualityOf,
} from './video-quality.ts';
import { VideoRenditions, type VideoWithRenditions } from './video-renditions.ts';

const NO_RETRY = { maxNumRetry: 0, retryDelayMs: 0, maxRetryDelayMs: 0 };

/** Starts playing. If the browser refuses, the Play button stays; other errors also fire an event. */
export function play(video: HTMLVideoElement) {
  return void video.play().catch(() => {});
}

export function canPlayByHls(): boolean {
  return Hls.isSupported();
}

/** A loader that retries a refused segment once, with a renewed media token. */
function renewingLoader(mediaToken: RenewableMediaToken): HlsConfig['loader'] {
  return class extends Hls.DefaultConfig.loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const errorRetry: typeof config.loadPolicy.errorRetry = {
        ...NO_RETRY,
        ...config.loadPolicy.errorRetry,
        shouldRetry: (_policy, count, _isTimeout, response, retry) => {
          if (!isRefusal(response?.code)) return retry;
          if (count > 0) return false;
          mediaToken.renew();
          return true;
        },
      };
      super.load(
        context,
        { ...config, loadPolicy: { ...config.loadPolicy, errorRetry } },
        callbacks,
      );
    }
  };
}

const isSavingData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);

/** Fills the quality menu and selects the quality that was chosen last. */
function fillQualityMenu(hls: Hls, renditions: VideoRenditions): void {
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    const { levels } = hls;
    const chosen = levelFor(levels, readPreferredQuality());
    const auto = autoLimits(levels, isSavingData());
    hls.autoLevelCapping = auto.highest;
    hls.startLevel = auto.start;
    hls.loadLevel = chosen;
    renditions.fill(levels, chosen);
    hls.startLoad();
  });
}

/** Plays the master playlist at `address`. @param onFailed Receives the second at which playback stopped. */
export function playByHls(
  video: VideoWithRenditions,
  address: string,
  mediaToken: RenewableMediaToken,
  onFailed: (stoppedAt: number) => void,
): () => void {
  const hls = new Hls({
    autoStartLoad: false,
    // The content security policy forbids workers from blobs.
    enableWorker: false,
    capLevelToPlayerSize: true,
    loader: renewingLoader(mediaToken),
    xhrSetup: async (xhr, url) => {
      xhr.open('GET', withMediaToken(url, await mediaToken.current()), true);
      // Chromium's cache truncates one of two ranges of a file that are requested at once.
      xhr.setRequestHeader('cache-control', 'no-cache');
    },
  });
  // Recovering from an error detaches the video and attaches it again.
  let shouldPlay = true;
  hls.on(Hls.Events.MEDIA_DETACHING, () => {
    shouldPlay = !video.paused;
  });
  hls.on(Hls.Events.MEDIA_ATTACHED, () => {
    if (shouldPlay) play(video);
  });
  const resume = () => hls.startLoad();
  const stop = () => {
    removeEventListener('online', resume);
    hls.destroy();
  };
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (!fatal && !isRefusal(response?.code)) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) {
      addEventListener('online', resume, { once: true });
    } else if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
    } else {
      const stoppedAt = video.currentTime;
      video.videoRenditions?.fill([], AUTO);
      stop();
      onFailed(stoppedAt);
    }
  });
  video.videoRenditions = new VideoRenditions((index) => {
    const level = hls.levels[index];
    storePreferredQuality(level ? qualityOf(level) : null);
    // A chosen quality applies at once, even to what is already buffered.
    if (level) hls.currentLevel = index;
    else hls.nextLevel = index;
  });
  fillQualityMenu(hls, video.videoRenditions);
  hls.loadSource(address);
  hls.attachMedia(video);
  return stop;
}
