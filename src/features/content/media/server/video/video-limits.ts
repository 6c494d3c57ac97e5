/** Why a video is refused. The file is at fault, so a retry cannot help. */
export type VideoFailure = 'unreadable' | 'no-picture' | 'too-large-dimensions';

/** Messages of the child process: progress, and finally the outcome. */
export type VideoMessage =
  | { kind: 'progress' }
  | { kind: 'refused'; failure: VideoFailure; detail: string }
  | { kind: 'broken'; detail: string; code: string }
  | ({ kind: 'done'; poster: Uint8Array; stills: Uint8Array[] } & VideoFacts);

/** Displayed size in square pixels; `renditions` are the heights (short sides), highest first. */
export type VideoFacts = {
  width: number;
  height: number;
  durationSeconds: number;
  renditions: number[];
};

/** Thrown in the child process; the parent converts it to a MediaError. */
export class VideoRefusal extends Error {
  readonly failure: VideoFailure;

  constructor(failure: VideoFailure, detail: string) {
    super(detail);
    this.name = 'VideoRefusal';
    this.failure = failure;
  }
}

// Excludes playlists and other formats that open further files or addresses.
export const FORMAT_WHITELIST = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi';

/** More than 8K; a decoded frame then takes 54 MB. */
export const MAX_DECODED_PIXELS = 36_000_000;

/** Maximum duration; a later timestamp means damage. */
export const MAX_SECONDS = 12 * 60 * 60;

/** Sides of the stills, in pixels: one byte of brightness each. */
export const STILL_SIDE = 64;

/** The number of stills, one for each second, of which the rest of a longer video has none. */
export const MAX_STILLS = 3600;

/** FFmpeg threads for decoding and for each encoder; the server needs the other cores. */
export const THREADS = 2;

/** Time of the poster in seconds: after a fade-in, but close to the start for fast seeking. */
export function posterTime(durationSeconds: number): number {
  return Math.min(Math.max(1, durationSeconds * 0.1), durationSeconds * 0.5, 10);
}
