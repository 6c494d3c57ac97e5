import { z } from 'zod';

/** Minimum length of a search. */
export const SEARCH_MINIMUM_LENGTH = 2;
/** Maximum number of results per kind. */
export const RESULTS_OF_A_KIND = 5;

/**
 * In display order; a number that finds a payment finds hardly anything else. 'following' are influencers whose posts a fan may view, 'creator' are the others
 * in the marketplace.
 */
export const RESULT_KINDS = [
  'payment',
  'influencer',
  'following',
  'creator',
  'user',
  'application',
  'post',
  'task',
] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

export const searchQuerySchema = z.object({
  q: z.string().max(200).trim().min(SEARCH_MINIMUM_LENGTH),
});

/** A search result. */
export const searchResultSchema = z.object({
  kind: z.enum(RESULT_KINDS),
  id: z.uuid(),
  title: z.string(),
  /** Distinguishes results with the same title: an email address, a name or a category. */
  detail: z.string(),
  /** Role of a user, status of an application or a task, state of an influencer's own post. */
  state: z.string().nullable(),
  /** Public URL of a creator. */
  publicUrl: z.string().nullable(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchResultsSchema = z.object({ results: z.array(searchResultSchema) });
