/**
 * Address of a file of a post that the viewer may see.
 * @param pass The query string that the API gave with the post: it names the session, expires
 *   within the hour, and is checked together with the right to view at every read.
 * @param size `'original'` or the width in pixels of one of the WebP sizes (a video's poster).
 */
export const mediaAddress = (mediaId: string, size: 'original' | number, pass: string): string =>
  `/media/${mediaId}/${size === 'original' ? 'original' : `w${size}`}?${pass}`;
