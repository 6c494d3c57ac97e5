import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

export const NOTE_MAXIMUM_LENGTH = 5_000;

/** The text of a note about an influencer or a fan. */
export const noteTextSchema = z
  .string('Write a note first')
  .trim()
  .min(1, 'Write a note first')
  .max(NOTE_MAXIMUM_LENGTH, 'A note must be at most 5,000 characters long');

export const newNoteSchema = z.object({
  /** Chosen by the client, so that a repeated request adds the note only once. */
  id: z.uuid(),
  note: noteTextSchema,
});

export const noteSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  /** Name or email address of the author; null when that user was deleted. */
  author: z.string().nullable(),
  createdAt: instantSchema,
});
export type Note = z.infer<typeof noteSchema>;
