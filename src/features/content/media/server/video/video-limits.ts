/** Why a film is refused: its file is at fault, so trying again cannot help. */
export type VideoFailure = 'unreadable' | 'no-picture' | 'too-large-dimensions';

/** What the child process says: that it still gets on, and at last how it went. */
export type VideoMessage =
  | { kind: 'progress' }
  | { kind: 'refused'; failure: VideoFailure; detail: string }
  | { kind: 'broken'; detail: string; code: string }
  | ({ kind: 'done'; poster: Uint8Array } & VideoFacts);

/** Pixels as seen (upright, square); `renditions` are the short sides made, highest first. */
export type VideoFacts = {
  width: number;
  height: number;
  durationSeconds: number;
  renditions: number[];
};

/** Thrown in the child process; the parent makes a MediaError of it. */
export class VideoRefusal extends Error {
  readonly failure: VideoFailure;

  constructor(failure: VideoFailure, detail: string) {
    super(detail);
    this.name = 'VideoRefusal';
    this.failure = failure;
  }
}

// Playlists and other formats that open further files or addresses must never be followed.
export const FORMAT_WHITELIST = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi';

/** 8K with room to spare; one decoded picture is then 54 MB. */
export const MAX_DECODED_PIXELS = 36_000_000;

/** Longer than any film; a timestamp beyond it is damage. */
export const MAX_SECONDS = 12 * 60 * 60;

/** FFmpeg's threads for decoding and for each encoder: the server needs the rest. */
export const THREADS = 2;

/** A moment in seconds past a fade-in, yet near enough to the start to be found quickly. */
export function posterTime(durationSeconds: number): number {
  return Math.min(Math.max(1, durationSeconds * 0.1), durationSeconds * 0.5, 10);
}
