import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { performerQuerySchema } from '../performers.schema.ts';

/** The list of /performers; `action` opens the dialog. */
export const performersList = defineList({
  name: 'performers',
  filters: performerQuerySchema.shape,
  overlays: { action: z.literal('add').optional() },
  fetchPage: (query) => call(client.api.performers.$get({ query })),
  csv: '/api/performers.csv',
  staleTime: 0,
});

/** A performer; null if there is none, or outside the limit. */
export function performerQuery(id: string) {
  return queryOptions({
    queryKey: [performersList.name, 'one', id],
    queryFn: () => callOrNull(client.api.performers[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Refetches every query that shows performers. */
export function refreshPerformers(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: [performersList.name] });
}
