import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import type { Assign } from '#src/features/identity/colleagues/ui/use-assign.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { complaintQuerySchema, type ComplaintQuery } from '../complaints.schema.ts';

/** The list of /complaints; `complaint` is the one in the drawer. */
export const complaintsList = defineList({
  name: 'complaints',
  filters: complaintQuerySchema.shape,
  // What has to be decided next comes first, but among the decided ones the newest.
  toQuery: ({ sort, ...address }): ComplaintQuery => ({
    ...address,
    sort: sort ?? (address.state && address.state !== 'decided' ? 'due' : '-received'),
  }),
  overlays: { complaint: z.uuid().optional() },
  fetchPage: (query) => call(client.api.complaints.$get({ query })),
  // Reports arrive at any time.
  staleTime: 0,
});

const KEY = [complaintsList.name];

/** A complaint; null if it does not exist. */
export function complaintQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api.complaints[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

export const complaintCountsQuery = queryOptions({
  queryKey: [...KEY, 'counts'],
  queryFn: () => call(client.api.complaints.counts.$get()),
  staleTime: 0,
});

/** How complaints get an owner. */
export const ASSIGN_COMPLAINTS: Assign = {
  call: (json) => call(client.api.complaints.owner.$put({ json })),
  refresh: refreshComplaints,
};

/** Refetches every query that shows complaints. */
export function refreshComplaints(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
