import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client, saveFile } from '#src/client/client.ts';
import type { Tagged } from '#src/features/identity/tags/ui/tags-queries.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { userFilterSchema } from '../users.schema.ts';

/** The list of /users; `id` is the edited user. */
export const usersList = defineList({
  name: 'users',
  filters: userFilterSchema.shape,
  overlays: { id: z.uuid().optional(), action: z.literal('create').optional() },
  fetchPage: (query) => call(client.api.users.$get({ query })),
  csv: '/api/users.csv',
  exportRows: (json) => saveFile(client.api['users.csv'].$post({ json }), 'users.csv'),
});

const KEY = [usersList.name];

const fetchUser = (id: string) => call(client.api.users[':id'].$get({ param: { id } }));

/** The current user; null when deleted. */
export function findUser(id: string) {
  return callOrNull(client.api.users[':id'].$get({ param: { id } }));
}

/** The edited user, always refetched for the current version. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => fetchUser(id),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // A refetch must not overwrite the form's draft.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What deleting a user would remove and retain, counted each time. */
export function deletionQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'deletion', id],
    queryFn: () => call(client.api.users[':id'].deletion.$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Prefix of the queries of fan files. */
export const FANS_KEY = 'fans';

/** Fans and influencers as records with tags. */
export const TAGGED_PEOPLE: Tagged = { kind: 'person', refresh: refreshUsers };

/** Refetches everything that shows users. */
export function refreshUsers(queryClient: QueryClient) {
  return Promise.all(
    [[...KEY, 'list'], [FANS_KEY]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
