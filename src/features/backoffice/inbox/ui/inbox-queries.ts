import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import type { Assign } from '#src/features/identity/colleagues/ui/use-assign.ts';
import { MESSAGE_STATES } from '#src/features/work/contact/contact.schema.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { inboxQuerySchema, type InboxQuery } from '../inbox.schema.ts';

/** The tabs of the list. Open is the default. */
export const TABS = ['all', ...MESSAGE_STATES] as const;

/** The list of /inbox; `id` is the open message. */
export const inboxList = defineList({
  name: 'inbox',
  filters: { ...inboxQuerySchema.shape, state: z.enum(TABS).optional() },
  overlays: { id: z.uuid().optional() },
  clearable: ['search', 'topic', 'owner'],
  // Of the open messages, those that are due first come first.
  toQuery: ({ state = 'open', sort, ...address }): InboxQuery => ({
    ...address,
    state: state === 'all' ? undefined : state,
    sort: sort ?? (state === 'open' ? 'due' : '-received'),
  }),
  fetchPage: (query) => call(client.api.inbox.$get({ query })),
});

const KEY = [inboxList.name];

type Found = Pick<Partial<InboxQuery>, 'search' | 'topic' | 'owner'>;

export function inboxCountsQuery({ search, topic, owner }: Found) {
  return queryOptions({
    queryKey: [...KEY, 'counts', { search, topic, owner }],
    queryFn: () => call(client.api.inbox.counts.$get({ query: { search, topic, owner } })),
    placeholderData: keepPreviousData,
  });
}

/** A message as a conversation; null if it does not exist. */
export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api.inbox[':id'].$get({ param: { id } })),
  });
}

/** How messages get an owner. */
export const ASSIGN_MESSAGES: Assign = {
  call: (json) => call(client.api.inbox.owner.$put({ json })),
  refresh: refreshInbox,
};

/** Refetches everything that shows messages. */
export function refreshInbox(queryClient: QueryClient) {
  return invalidateQueries(queryClient, { queryKey: KEY });
}
