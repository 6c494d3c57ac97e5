export const MEDIA_TYPES = ['image', 'video'] as const;

/** Largest file that can be part of a post. */
export const MAXIMUM_FILE_BYTES = 2 * 1024 ** 3;
export const MAXIMUM_FILES_PER_POST = 20;

export const ACCEPTED_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/x-msvideo',
] as const;

export const MEDIA_MESSAGES = {
  tooLarge: 'File size must be less than 2GB',
  unsupported: 'Unsupported file type',
  tooMany: `Maximum ${MAXIMUM_FILES_PER_POST} files allowed`,
} as const;
