import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { auditQuerySchema } from '../audit.schema.ts';
import { dayStart } from './day-start.ts';

const day = z.iso.date().optional();

/** What /audit keeps in its address; `entry` is the act that is open. */
export const auditSearchSchema = listSearchSchema({
  ...auditQuerySchema.shape,
  sort: auditQuerySchema.shape.sort.unwrap().optional(),
  /** The first and the last day, in the reader's time zone. */
  from: day,
  to: day,
  /** A number, as addresses have it. */
  entry: z.int().positive().optional(),
});
export type AuditSearch = z.output<typeof auditSearchSchema>;

export const NO_FILTER = {
  search: undefined,
  actor: undefined,
  entity: undefined,
  entityId: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
} satisfies Partial<AuditSearch>;

/** What the list is asked; days of the reader become instants. */
export const filterOf = ({ entry: _, sort: chosen, from, to, ...rest }: AuditSearch) => ({
  ...rest,
  sort: chosen ?? ('-at' as const),
  from: from && dayStart(from),
  to: to && dayStart(to, 1),
});
type AuditFilter = ReturnType<typeof filterOf>;

export const auditListQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: () => call(client.api.audit.$get({ query: filter })),
    placeholderData: keepPreviousData,
    // Others write it all the time.
    staleTime: 0,
  });

export const auditActorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: async () => (await call(client.api.audit.actors.$get())).actors,
});

/** An act with its entries, page by page: they never change. */
export const auditActQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'act', id],
    queryFn: ({ pageParam }) =>
      call(client.api.audit[':id'].$get({ param: { id }, query: { after: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
  });
