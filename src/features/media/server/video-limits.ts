/** What the child process sends back; a failure is the file's own fault. */
export type VideoReport =
  | { width: number; height: number; durationSeconds: number; poster: Uint8Array }
  | { failure: 'unreadable' | 'no-picture'; detail?: string };

// Playlists and other formats that open further files or addresses must never be followed.
export const FORMAT_WHITELIST = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi';

/** 8K with room to spare. */
export const MAX_DECODED_PIXELS = 8192 * 8192;

/** Square pixels, at most 1920 on either side. */
export const POSTER_FILTER =
  "scale='max(1,round(iw*sar))':ih,setsar=1," +
  "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease,format=rgb24";

/** A moment in seconds past a fade-in, yet near enough to the start to be found quickly. */
export function posterTime(durationSeconds: number): number {
  return Math.min(Math.max(1, durationSeconds * 0.1), durationSeconds * 0.5, 10);
}

/** Size in pixels as seen: square pixels, upright. */
export function displaySize(
  codedWidth: number,
  height: number,
  pixelAspect: number,
  quarterTurns: number,
) {
  const width = Math.round(codedWidth * pixelAspect);
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}
