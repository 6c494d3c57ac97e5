import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { REVIEW_TIME_UNITS, type ReviewTimeUnit } from '../review-times.schema.ts';
import { REVIEW_FILTERS, reviewQuerySchema, type ReviewQuery } from '../reviews.schema.ts';

/** Search parameters of /reviews/times. */
export const reviewTimesSearchSchema = z.object({
  unit: z.enum(REVIEW_TIME_UNITS).optional().catch(undefined),
});

/** The tabs of the list. What waits for the team is the default. */
export const REVIEW_TABS = ['all', ...REVIEW_FILTERS] as const;

/** The list of /reviews; `post` is the one that is open. */
export const reviewsList = defineList({
  name: 'post-reviews',
  filters: { ...reviewQuerySchema.shape, state: z.enum(REVIEW_TABS).optional() },
  overlays: { post: z.uuid().optional() },
  clearable: ['search', 'influencerId'],
  toQuery: ({ state = 'open', sort = 'due', ...address }): ReviewQuery => ({
    ...address,
    state: state === 'all' ? undefined : state,
    sort,
  }),
  fetchPage: (query) => call(client.api['post-reviews'].$get({ query })),
  staleTime: 0,
});

const KEY = [reviewsList.name];

/** A scheduled post with everything that its review needs; null if it is not scheduled any more. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['post-reviews'][':id'].$get({ param: { id } })),
  });
}

export const reviewCountsQuery = queryOptions({
  queryKey: [...KEY, 'counts'],
  queryFn: () => call(client.api['post-reviews'].counts.$get()),
  staleTime: 0,
});

/** How long reviews took by day or week. */
export function reviewTimesQuery(unit: ReviewTimeUnit) {
  return queryOptions({
    queryKey: [...KEY, 'times', unit],
    queryFn: () => call(client.api['review-times'].$get({ query: { unit } })),
    staleTime: 0,
  });
}

/** Refetches every query that shows reviews. */
export function refreshReviews(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
