import type { RenewPass } from '#src/features/content/media/ui/use-media-token.ts';
import { mediaAddress, type MediaName } from '#src/lib/media-links.ts';
import { createFilmPass, withPass, type FilmPass } from './renewable-media-token.ts';
import { canPlayByHls, play, playByHls } from './play-by-hls.ts';

export type Film = {
  mediaId: string;
  pass: string;
  renewPass: RenewPass;
  /** Nothing of it can be played, or viewing is no longer granted. */
  onFailed: () => void;
};

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

function pauseOthers(event: Event): void {
  for (const other of document.querySelectorAll('video')) {
    if (other !== event.target) other.pause();
  }
}

/** Plays a film by HLS, by the browser's own HLS where there is no MSE, else as one file. */
export function playFilm(video: HTMLVideoElement, film: Film): () => void {
  const pass = createFilmPass(film.pass, film.renewPass);
  const addressOf = (name: MediaName) => mediaAddress(film.mediaId, name, film.pass);
  const playWhole = (from: number, ...names: MediaName[]) =>
    playAddresses(video, { addresses: names.map(addressOf), pass, onFailed: film.onFailed, from });
  let stop: () => void;
  video.addEventListener('play', pauseOthers);
  if (canPlayByHls()) {
    stop = playByHls(video, addressOf('master.m3u8'), pass, (stoppedAt) => {
      stop = playWhole(stoppedAt, 'video.mp4');
    });
  } else if (video.canPlayType(PLAYLIST_TYPE)) {
    stop = playWhole(0, 'master.m3u8', 'video.mp4');
  } else {
    stop = playWhole(0, 'video.mp4');
  }
  return () => {
    stop();
    video.removeEventListener('play', pauseOthers);
    video.removeAttribute('src');
    video.load();
  };
}

type WholeFilm = {
  addresses: string[];
  pass: FilmPass;
  onFailed: () => void;
  /** Seconds. */
  from: number;
};

/** Plays the first address that works; with a renewed pass it goes on where it stopped. */
function playAddresses(video: HTMLVideoElement, { addresses, pass, onFailed, from }: WholeFilm) {
  const events = new AbortController();
  const { signal } = events;
  let renewed = false;
  let goOnAt = from;
  let plays = true;
  let loaded = false;

  async function load(): Promise<void> {
    const address = withPass(addresses[0]!, await pass.current());
    if (signal.aborted) return;
    loaded = false;
    video.src = address;
    if (plays) play(video);
  }
  function onLoaded(): void {
    loaded = true;
    if (goOnAt > 0) video.currentTime = goOnAt;
  }
  function onPlaying(): void {
    renewed = false;
  }
  function onError(): void {
    goOnAt = video.currentTime || goOnAt;
    // What never loaded has stopped by itself.
    if (loaded) plays = !video.paused;
    if (renewed) addresses.shift();
    else pass.renew();
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
