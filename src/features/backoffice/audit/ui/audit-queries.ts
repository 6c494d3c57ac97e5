import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { dayStart } from '#src/ui/forms/day-start.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { auditQuerySchema, type AuditQuery } from '../audit.schema.ts';

const day = z.iso.date().optional();

/** The list of /audit; `entry` is the open change. */
export const auditList = defineList({
  name: 'audit',
  filters: {
    ...auditQuerySchema.shape,
    /** The first and the last day, in the local time zone. */
    from: day,
    to: day,
  },
  /** A number, as parsed from the address. */
  overlays: { entry: z.int().positive().optional() },
  toQuery: ({ sort = '-at', from, to, ...address }): AuditQuery => ({
    ...address,
    sort,
    from: from && dayStart(from),
    to: to && dayStart(to, 1),
  }),
  fetchPage: (query) => call(client.api.audit.$get({ query })),
  csv: '/api/audit.csv',
  // Others add entries all the time.
  staleTime: 0,
});
export type AuditSearch = z.output<typeof auditList.searchSchema>;

export const auditActorsQuery = queryOptions({
  queryKey: [auditList.name, 'actors'],
  queryFn: async () => (await call(client.api.audit.actors.$get())).actors,
});

/** A change with its entries, page by page. Entries never change. */
export function auditChangeQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [auditList.name, 'change', id],
    queryFn: ({ pageParam }) =>
      call(client.api.audit[':id'].$get({ param: { id }, query: { after: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
  });
}
