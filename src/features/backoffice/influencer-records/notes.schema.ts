import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

export const NOTE_MAXIMUM_LENGTH = 5_000;

/** What someone writes down about an influencer. */
export const noteTextSchema = z
  .string('Write a note first')
  .trim()
  .min(1, 'Write a note first')
  .max(NOTE_MAXIMUM_LENGTH, 'A note must be at most 5,000 characters long');

export const newNoteSchema = z.object({
  /** Chosen by who writes it: sent again under the same id, a note is added once. */
  id: z.uuid(),
  note: noteTextSchema,
});

export const noteSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  /** Name of who wrote it, or their address; null when they are gone. */
  author: z.string().nullable(),
  createdAt: instantSchema,
});
export type Note = z.infer<typeof noteSchema>;
