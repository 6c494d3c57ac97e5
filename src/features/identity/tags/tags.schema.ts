import { z } from 'zod';
import { bulkIds } from '#src/lib/listing.ts';

/** The kinds of records that the back office tags; a person is a fan or an influencer. */
export const TAGGED_KINDS = ['application', 'task', 'person'] as const;
export type TaggedKind = (typeof TAGGED_KINDS)[number];

export const TAG_MAXIMUM_LENGTH = 40;
/** Maximum number of tags of one record. */
export const TAG_LIMIT = 20;
/** Maximum number of tags that are listed. */
export const TAG_LIST_LIMIT = 500;

/** The name of a tag; spellings that differ by case alone are the same tag. */
export const tagSchema = z
  .string('Enter a tag')
  .trim()
  .min(1, 'Enter a tag')
  .max(TAG_MAXIMUM_LENGTH, `A tag must be at most ${TAG_MAXIMUM_LENGTH} characters long`);

/** The tags of a record, by name. */
export const tagsSchema = z.array(z.string());

/** A filter of a list: the records with a tag. */
export const tagFilterSchema = tagSchema.optional();

/** Gives records a tag, or takes it from them. */
export const taggingSchema = z.object({ ids: bulkIds, tag: tagSchema, isTagged: z.boolean() });
export type Tagging = z.output<typeof taggingSchema>;
