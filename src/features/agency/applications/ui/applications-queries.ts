import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { APPLICATION_STATUSES } from '../applications.schema.ts';
import { applicationFilterSchema, type ApplicationFilter } from '../review.schema.ts';

/** The tabs of the list. It opens with those that wait for an answer. */
export const TABS = ['all', ...APPLICATION_STATUSES] as const;
export type Tab = (typeof TABS)[number];

/** What /applications keeps in its address; `id` is the one that is open. */
export const applicationSearchSchema = listSearchSchema({
  ...applicationFilterSchema.shape,
  sort: applicationFilterSchema.shape.sort.unwrap().optional(),
  status: z.enum(TABS).optional(),
  id: z.uuid().optional(),
});
export type ApplicationSearch = z.output<typeof applicationSearchSchema>;

/** What the list is asked: who waits longest comes first, of the others who came last. */
export function filterOf({
  status = 'pending',
  id: _,
  sort: chosen,
  ...search
}: ApplicationSearch): ApplicationFilter {
  return {
    ...search,
    status: status === 'all' ? undefined : status,
    sort: chosen ?? (status === 'pending' ? 'received' : '-received'),
  };
}

const KEY = ['applications'];

export const applicationListQuery = (filter: ApplicationFilter) =>
  queryOptions({
    queryKey: [...KEY, 'list', filter],
    queryFn: () => call(client.api.applications.$get({ query: filter })),
    placeholderData: keepPreviousData,
  });

export const applicationCountsQuery = (search: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, 'counts', search ?? ''],
    queryFn: () => call(client.api.applications.counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => call(client.api.applications[':id'].$get({ param: { id } })),
  });

/** Has everything that shows applications loaded again. */
export const refreshApplications = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
