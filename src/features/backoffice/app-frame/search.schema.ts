import { z } from 'zod';

/** Fewer characters than these are not searched for. */
export const SEARCH_MINIMUM_LENGTH = 2;
/** Most results of a kind. */
export const RESULTS_OF_A_KIND = 5;

/** In the order in which they are shown. 'following' are influencers whose posts a fan may see. */
export const RESULT_KINDS = ['influencer', 'following', 'user', 'application', 'task'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

export const searchQuerySchema = z.object({
  q: z.string().max(200).trim().min(SEARCH_MINIMUM_LENGTH),
});

/** Something that the words were found in. */
export const searchResultSchema = z.object({
  kind: z.enum(RESULT_KINDS),
  id: z.uuid(),
  title: z.string(),
  /** What tells it from others of the same title: an e-mail address, a name. */
  detail: z.string(),
  /** Role of a user, status of an application or a task. */
  state: z.string().nullable(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchResultsSchema = z.object({ results: z.array(searchResultSchema) });
