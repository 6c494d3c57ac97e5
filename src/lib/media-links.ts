/**
 * A version of a file: the original (for those who create posts), a WebP size by its width in pixels
 * (for a video, its poster), the whole video, or its HLS playlist.
 */
export type MediaName = 'original' | `w${number}` | 'video.mp4' | 'master.m3u8';

/**
 * Address of a file of a post that the viewer may see.
 * @param mediaToken The query string that the API returned with the post. It is bound to the session,
 *   expires within the hour, and is checked together with the right to view on every read.
 */
export function mediaAddress(mediaId: string, name: MediaName, mediaToken: string): string {
  return `/media/${mediaId}/${name}?${mediaToken}`;
}
