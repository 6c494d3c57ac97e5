import { derivedFolder, variantKey, videoFiles } from '#src/features/content/media/media-keys.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Viewable } from '../viewing.ts';

/** The columns that media authorization reads of a file. */
export type MediaRow = {
  viewable: boolean;
  mediaType: 'image' | 'video';
  s3Key: string;
  mimeType: string;
  variantWidths: number[];
  renditions: number[];
};

export type MediaFile = { key: string; type: string; kind: 'picture' | 'video' | 'playlist' };

const videoFileType = (name: string): Omit<MediaFile, 'key'> =>
  name.endsWith('.m3u8')
    ? { type: 'application/vnd.apple.mpegurl', kind: 'playlist' }
    : { type: 'video/mp4', kind: 'video' };

/** The stored file with this name, or null if there is none or the viewer must not receive it. */
export function mediaFile(
  media: Viewable<MediaRow>,
  name: string,
  { role }: Actor,
): MediaFile | null {
  const { s3Key, mediaType, renditions } = media;
  if (name === 'original') {
    // Originals contain camera metadata such as the location: fans receive only processed files.
    if (role === 'subscriber') return null;
    const kind = mediaType === 'video' ? 'video' : 'picture';
    return { key: s3Key, type: media.mimeType, kind };
  }
  if (renditions.length > 0 && videoFiles(renditions).includes(name)) {
    return { key: derivedFolder(s3Key) + name, ...videoFileType(name) };
  }
  const width = Number(/^w([1-9]\d{1,4})$/.exec(name)?.[1]);
  if (!media.variantWidths.includes(width)) return null;
  return { key: variantKey(s3Key, width), type: 'image/webp', kind: 'picture' };
}

/** Adds the media token to every address of a playlist. */
export function playlistWithMediaToken(playlist: string, mediaToken: string): string {
  return playlist
    .replace(/^(?!#)(\S+)$/gm, `$1?${mediaToken}`)
    .replace(/URI="([^"]+)"/g, (_match, address: string) => `URI="${address}?${mediaToken}"`);
}
