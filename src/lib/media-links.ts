/**
 * What there is of a file: the original (for those who make posts), a WebP size by its width in
 * pixels (a video's poster), the whole film, or its HLS playlist.
 */
export type MediaName = 'original' | `w${number}` | 'video.mp4' | 'master.m3u8';

/**
 * Address of a file of a post that the viewer may see.
 * @param pass The query string that the API gave with the post: it names the session, expires
 *   within the hour, and is checked together with the right to view at every read.
 */
export const mediaAddress = (mediaId: string, name: MediaName, pass: string): string =>
  `/media/${mediaId}/${name}?${pass}`;
