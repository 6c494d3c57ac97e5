import { ACCEPTED_MIME_TYPES, MAXIMUM_FILE_BYTES, MEDIA_MESSAGES } from '../media.schema.ts';

const EXTENSIONS = /\.(jpe?g|png|gif|webp|mp4|m4v|webm|mov|avi)$/i;
const TYPES: ReadonlySet<string> = new Set(ACCEPTED_MIME_TYPES);

/** The `accept` attribute of file choosers. */
export const FILE_CHOOSER_ACCEPT = [...ACCEPTED_MIME_TYPES, '.mov', '.avi', '.m4v'].join(',');

/** The reason why a file cannot be uploaded, or null. The server checks the bytes as well. */
export function checkFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  // Browsers report different types for less common videos, or none.
  const isAccepted = TYPES.has(type) || (/^(video\/.*)?$/.test(type) && EXTENSIONS.test(name));
  if (!isAccepted) return MEDIA_MESSAGES.unsupported;
  if (size > MAXIMUM_FILE_BYTES) return MEDIA_MESSAGES.tooLarge;
  return size === 0 ? 'The file is empty' : null;
}

/** The media type according to the browser: an image if its type says so, else a video. */
export function mediaTypeOf({ type }: Pick<File, 'type'>) {
  return type.startsWith('image/') ? 'image' : 'video';
}
