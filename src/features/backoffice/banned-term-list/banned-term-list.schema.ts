import { z } from 'zod';
import { TERM_LEVELS } from '#src/features/identity/banned-terms/banned-terms.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

export const bannedTermSchema = z.object({
  id: z.uuid(),
  term: z.string(),
  level: z.enum(TERM_LEVELS),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});
export type BannedTerm = z.infer<typeof bannedTermSchema>;
export const bannedTermPageSchema = listPageSchema(bannedTermSchema);

export const bannedTermQuerySchema = z.object({
  ...listingShape(['term', 'created'], 'term'),
  level: z.enum(TERM_LEVELS).optional(),
});
export type BannedTermQuery = z.output<typeof bannedTermQuerySchema>;

const term = z.string().trim().min(2, 'At least 2 characters').max(100, 'At most 100 characters');
export const termSchema = z.object({ term });
export const newTermSchema = z.object({ term, level: z.enum(TERM_LEVELS, 'Choose what happens') });
export const termLevelSchema = newTermSchema.pick({ level: true });

/** Where public texts are. */
export const TEXT_KINDS = [
  'post',
  'influencer',
  'fan',
  'message',
  'reply',
  'reply-template',
  'task',
  'task-template',
] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export const SHOWN_MATCHES = 5;

/** The existing texts that contain a term, by kind, with the newest of them. */
export const termMatchesSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(TEXT_KINDS),
      count: z.int(),
      newest: z.array(z.object({ id: z.uuid(), label: z.string() })),
    }),
  ),
});
export type TermMatches = z.infer<typeof termMatchesSchema>;
