import { z } from 'zod';
import { colleagueSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** The kinds of records that the back office comments on. */
export const COMMENTED_KINDS = ['application', 'task', 'message', 'complaint'] as const;
export type CommentedKind = (typeof COMMENTED_KINDS)[number];

export const COMMENT_MAXIMUM_LENGTH = 5_000;
const MENTION_LIMIT = 20;

/** The record that comments are about. */
export const commentedSchema = z.object({ kind: z.enum(COMMENTED_KINDS), recordId: z.uuid() });
export type Commented = z.output<typeof commentedSchema>;

export const newCommentSchema = z.object({
  /** Chosen by the client, so that a repeated request adds the comment only once. */
  id: z.uuid(),
  text: z
    .string('Write a comment first')
    .trim()
    .min(1, 'Write a comment first')
    .max(COMMENT_MAXIMUM_LENGTH, 'A comment must be at most 5,000 characters long'),
  /** The colleagues whose names the text mentions; they are notified. */
  mentions: z
    .array(z.uuid())
    .max(MENTION_LIMIT, `Mention at most ${MENTION_LIMIT} colleagues`)
    .transform((ids) => [...new Set(ids)]),
});
export type NewComment = z.output<typeof newCommentSchema>;

export const commentSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Null when that user was deleted. */
  author: colleagueSchema.nullable(),
  /** The mentioned colleagues who still exist. */
  mentions: z.array(colleagueSchema),
  createdAt: instantSchema,
});
export type Comment = z.infer<typeof commentSchema>;
