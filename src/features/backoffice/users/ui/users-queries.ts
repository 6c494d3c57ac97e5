import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { call, callOrNull, client } from '#src/web/client.ts';
import { userFilterSchema } from '../users.schema.ts';

/** The list of /users; `id` is who is being edited. */
export const usersList = defineList({
  name: 'users',
  filters: userFilterSchema.shape,
  overlays: { id: z.uuid().optional(), action: z.literal('create').optional() },
  fetchPage: (query) => call(client.api.users.$get({ query })),
  csv: '/api/users.csv',
});

const KEY = [usersList.name];

const fetchUser = (id: string) => call(client.api.users[':id'].$get({ param: { id } }));

/** The user as they are now; null when they are gone. */
export const findUser = (id: string) => callOrNull(client.api.users[':id'].$get({ param: { id } }));

/** The user who is being edited: always asked for anew, for the version counts. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => fetchUser(id),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // The form is a draft: a refetch must not change it under the reader's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What deleting a user would remove and keep: counted anew each time. */
export const deletionQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'deletion', id],
    queryFn: () => call(client.api.users[':id'].deletion.$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Has everything that shows users loaded again. */
export const refreshUsers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
