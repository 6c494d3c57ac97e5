import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { bannedTermQuerySchema, type BannedTermQuery } from '../banned-term-list.schema.ts';

/** The list of /banned-terms. */
export const bannedTermsList = defineList({
  name: 'banned-terms',
  filters: bannedTermQuerySchema.shape,
  overlays: {},
  toQuery: ({ sort = 'term', ...address }): BannedTermQuery => ({ ...address, sort }),
  fetchPage: (query) => call(client.api['banned-terms'].$get({ query })),
});

/** The existing texts that contain a term. */
export function termMatchesQuery(term: string) {
  return queryOptions({
    queryKey: ['term-matches', term],
    queryFn: () => call(client.api['banned-terms'].matches.$get({ query: { term } })),
    enabled: term.length >= 2,
    staleTime: 0,
  });
}

/** Refetches the list. */
export function refreshBannedTerms(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: [bannedTermsList.name] });
}
