import Hls, {
  type ErrorData,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
} from 'hls.js/light';
import { isSavingData } from '#src/ui/live/saving-data.ts';
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

/** Bits per second, as measured by the last video; the next one starts in the quality that fits. */
let knownBandwidth: number | undefined;

/** How much to load before someone plays: the playlists, or also the first segment. */
export type VideoPreload = 'metadata' | 'auto';

function createHls(mediaToken: RenewableMediaToken, preload: VideoPreload): Hls {
  const hls = new Hls({
    autoStartLoad: false,
    startFragPrefetch: preload === 'auto',
    // The test would load the first segment twice.
    testBandwidth: false,
    // The content security policy forbids workers from blobs.
    enableWorker: false,
    capLevelToPlayerSize: true,
    ...(knownBandwidth === undefined ? {} : { abrEwmaDefaultEstimate: knownBandwidth }),
    loader: renewingLoader(mediaToken),
    xhrSetup: async (xhr, url) => {
      const address = withMediaToken(url, await mediaToken.current());
      xhr.open('GET', address, true);
      // Chromium's cache truncates one of two ranges of a file that are requested at once.
      if (address.includes('.mp4?')) xhr.setRequestHeader('cache-control', 'no-cache');
    },
  });
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    const { levels } = hls;
    const auto = autoLimits(levels, {
      isSavingData: isSavingData(),
      isBandwidthKnown: knownBandwidth !== undefined,
    });
    hls.autoLevelCapping = auto.highest;
    hls.startLevel = auto.start;
    hls.loadLevel = levelFor(levels, readPreferredQuality());
    hls.startLoad();
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    knownBandwidth = hls.bandwidthEstimate;
  });
  return hls;
}

/** A video whose beginning loads before someone plays it. */
export type PreparedHls = {
  /** @param onFailed Receives the second at which playback stopped. */
  play: (video: VideoWithRenditions, onFailed: (stoppedAt: number) => void) => () => void;
  discard: () => void;
};

/** Loads the beginning of the video with the master playlist at `address`. */
export function prepareHls(
  address: string,
  mediaToken: RenewableMediaToken,
  preload: VideoPreload,
): PreparedHls {
  let loading: Hls | null = null;
  const discard = () => {
    loading?.destroy();
    loading = null;
  };
  // Playing tries again, and reports the failure.
  const onError = (_event: unknown, { fatal, response }: ErrorData) => {
    if (fatal || isRefusal(response?.code)) discard();
  };
  const load = () => {
    const hls = createHls(mediaToken, preload);
    hls.on(Hls.Events.ERROR, onError);
    hls.loadSource(address);
    return hls;
  };
  loading = load();
  return {
    play(video, onFailed) {
      const hls = loading ?? load();
      loading = null;
      hls.off(Hls.Events.ERROR, onError);
      return playByHls(video, hls, onFailed);
    },
    discard,
  };
}

/** Fills the quality menu and selects the quality that was chosen last. */
function fillQualityMenu(hls: Hls, renditions: VideoRenditions): void {
  const fill = () => {
    const chosen = levelFor(hls.levels, readPreferredQuality());
    hls.loadLevel = chosen;
    renditions.fill(hls.levels, chosen);
  };
  if (hls.levels.length > 0) fill();
  else hls.once(Hls.Events.MANIFEST_PARSED, fill);
}

function playByHls(
  video: VideoWithRenditions,
  hls: Hls,
  onFailed: (stoppedAt: number) => void,
): () => void {
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
  hls.attachMedia(video);
  return stop;
}
