import Hls, {
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
} from 'hls.js/light';
import { isRefusal, withPass, type FilmPass } from './renewable-media-token.ts';
import { AUTO, autoLimits, keepQuality, keptQuality, levelFor, linesOf } from './video-quality.ts';
import { VideoRenditions, type VideoWithRenditions } from './video-renditions.ts';

const NO_RETRY = { maxNumRetry: 0, retryDelayMs: 0, maxRetryDelayMs: 0 };

/** A refusal to play leaves the Play button, or also comes as an event of the element. */
export const play = (video: HTMLVideoElement) => void video.play().catch(() => {});

export const canPlayByHls = (): boolean => Hls.isSupported();

/** A loader to which a refused part is one that comes a little later: with a renewed pass. */
function renewingLoader(pass: FilmPass): HlsConfig['loader'] {
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
          pass.renew();
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

const savesData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);

/** Gives the quality menu its choice, and the film the quality that was chosen last. */
function offerQualities(hls: Hls, renditions: VideoRenditions): void {
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    const { levels } = hls;
    const chosen = levelFor(levels, keptQuality());
    const auto = autoLimits(levels, savesData());
    hls.autoLevelCapping = auto.highest;
    hls.startLevel = auto.start;
    hls.loadLevel = chosen;
    renditions.fill(levels, chosen);
    hls.startLoad();
  });
}

/** Plays `address`, a master playlist. @param onFailed Gets the second at which it stopped. */
export function playByHls(
  video: VideoWithRenditions,
  address: string,
  pass: FilmPass,
  onFailed: (stoppedAt: number) => void,
): () => void {
  const hls = new Hls({
    autoStartLoad: false,
    // The content security policy lets no worker be made of a blob.
    enableWorker: false,
    capLevelToPlayerSize: true,
    loader: renewingLoader(pass),
    xhrSetup: async (xhr, url) => {
      xhr.open('GET', withPass(url, await pass.current()), true);
      // From its cache Chromium cuts one of two ranges of a file short that are asked for at once.
      xhr.setRequestHeader('cache-control', 'no-cache');
    },
  });
  // Recovering from an error takes the film out of the element and puts it in again.
  let plays = true;
  hls.on(Hls.Events.MEDIA_DETACHING, () => {
    plays = !video.paused;
  });
  hls.on(Hls.Events.MEDIA_ATTACHED, () => {
    if (plays) play(video);
  });
  const goOn = () => hls.startLoad();
  const stop = () => {
    removeEventListener('online', goOn);
    hls.destroy();
  };
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (!fatal && !isRefusal(response?.code)) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) {
      addEventListener('online', goOn, { once: true });
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
    keepQuality(level ? linesOf(level) : null);
    // A chosen quality shows at once, even where the rest is loaded already.
    if (level) hls.currentLevel = index;
    else hls.nextLevel = index;
  });
  offerQualities(hls, video.videoRenditions);
  hls.loadSource(address);
  hls.attachMedia(video);
  return stop;
}
