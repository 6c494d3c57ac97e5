import { derivedFolder, variantKey, videoFiles } from '#src/features/content/media/media-keys.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Viewable } from './viewing.ts';

/** What the gate knows of a file. */
export type MediaRow = {
  viewable: boolean;
  mediaType: 'image' | 'video';
  s3Key: string;
  mimeType: string;
  variantWidths: number[];
  renditions: number[];
};

export type MediaFile = { key: string; type: string; kind: 'picture' | 'film' | 'playlist' };

const typeOf = (name: string): Omit<MediaFile, 'key'> =>
  name.endsWith('.m3u8')
    ? { type: 'application/vnd.apple.mpegurl', kind: 'playlist' }
    : { type: 'video/mp4', kind: 'film' };

/** The stored file of this name, or null when there is none or the viewer cannot have it. */
export function mediaFile(
  media: Viewable<MediaRow>,
  name: string,
  { role }: Actor,
): MediaFile | null {
  const { s3Key, mediaType, renditions } = media;
  if (name === 'original') {
    // What a camera wrote may tell where and with what: fans get what was made of it.
    if (role === 'subscriber') return null;
    const kind = mediaType === 'video' ? 'film' : 'picture';
    return { key: s3Key, type: media.mimeType, kind };
  }
  if (renditions.length > 0 && videoFiles(renditions).includes(name)) {
    return { key: derivedFolder(s3Key) + name, ...typeOf(name) };
  }
  const width = Number(/^w([1-9]\d{1,4})$/.exec(name)?.[1]);
  if (!media.variantWidths.includes(width)) return null;
  return { key: variantKey(s3Key, width), type: 'image/webp', kind: 'picture' };
}

/** A playlist whose addresses carry the pass, so that every part is asked for with it. */
export const playlistWithPass = (playlist: string, pass: string): string =>
  playlist
    .replace(/^(?!#)(\S+)$/gm, `$1?${pass}`)
    .replace(/URI="([^"]+)"/g, (_match, address: string) => `URI="${address}?${pass}"`);
