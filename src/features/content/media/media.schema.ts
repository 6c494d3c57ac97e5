import { z } from 'zod';

export const MEDIA_TYPES = ['image', 'video'] as const;

/** Processing states of a completely uploaded file. */
export const MEDIA_STATES = ['processing', 'ready', 'failed'] as const;

/** Maximum size of a file. */
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
  infected: 'This file contains malware',
  blocked: 'This file matches blocked content',
} as const;

/** Messages for failed uploads. */
export const UPLOAD_ERRORS = {
  network:
    'Network error: Unable to connect to upload service. Please check your internet connection and try again.',
  server: 'Server error: Upload service is currently unavailable. Please try again later.',
  authentication: 'Authentication error: Please log out and log back in, then try again.',
  noUser: 'User not authenticated. Please log in and try again.',
  unknown: 'Upload failed',
} as const;

/** A file as the studio shows it. */
export const studioMediaSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  fileSize: z.int(),
  mediaType: z.enum(MEDIA_TYPES),
  state: z.enum(MEDIA_STATES),
  /** Reason of the failure; null in other states. */
  failure: z.string().nullable(),
  /** Displayed size in pixels; null until the file is ready. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  /** Blurred, very small picture as a data: address; null until the file is ready. */
  teaser: z.string().nullable(),
  /** Widths of the WebP sizes. */
  widths: z.array(z.int()),
  /** Heights of a video's renditions, highest first. */
  renditions: z.array(z.int()),
});
export type StudioMedia = z.infer<typeof studioMediaSchema>;
