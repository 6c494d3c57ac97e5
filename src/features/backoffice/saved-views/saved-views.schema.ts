import { z } from 'zod';

/** The maximum number of views of a person. */
export const SAVED_VIEW_LIMIT = 100;
export const VIEW_NAME_MAXIMUM_LENGTH = 60;

/** The path of a list and its filters, as in the address. */
const addressShape = {
  path: z.string().regex(/^\/[a-z-]{1,50}$/, 'The path is not a list'),
  search: z.string().max(2_000, 'These filters are too long to save'),
};

const nameSchema = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(VIEW_NAME_MAXIMUM_LENGTH, `The name must be at most ${VIEW_NAME_MAXIMUM_LENGTH} characters`);

/** A new saved view. */
export const newSavedViewSchema = z.object({
  ...addressShape,
  name: nameSchema,
  /** Whether colleagues see it. */
  isShared: z.boolean(),
});
export type NewSavedView = z.output<typeof newSavedViewSchema>;

/** The changes of a saved view; it stays with its list. */
export const savedViewChangesSchema = newSavedViewSchema.omit({ path: true });

export const savedViewSchema = z.object({
  id: z.uuid(),
  ...addressShape,
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** The name or address of the person who saved it. */
  owner: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** One's own views and those that colleagues share, of all lists, by name. */
export const savedViewsSchema = z.object({ views: z.array(savedViewSchema) });
