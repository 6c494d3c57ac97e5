import { z } from 'zod';

/** Minimum length of a search. */
export const SEARCH_MINIMUM_LENGTH = 2;
/** Maximum number of results per kind. */
export const RESULTS_OF_A_KIND = 5;

/** In display order. 'following' are influencers whose posts a fan may view. */
export const RESULT_KINDS = ['influencer', 'following', 'user', 'application', 'task'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

export const searchQuerySchema = z.object({
  q: z.string().max(200).trim().min(SEARCH_MINIMUM_LENGTH),
});

/** A search result. */
export const searchResultSchema = z.object({
  kind: z.enum(RESULT_KINDS),
  id: z.uuid(),
  title: z.string(),
  /** Distinguishes results with the same title: an email address or a name. */
  detail: z.string(),
  /** Role of a user, status of an application or a task. */
  state: z.string().nullable(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchResultsSchema = z.object({ results: z.array(searchResultSchema) });
