import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '#src/lib/api-error.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { userFilterSchema, type UserFilter } from '../users.schema.ts';

/** What /users keeps in its address; `id` is who is being edited. */
export const usersSearchSchema = listSearchSchema({
  ...userFilterSchema.shape,
  sort: userFilterSchema.shape.sort.unwrap().optional(),
  id: z.uuid().optional(),
  action: z.literal('create').optional(),
});
export type UsersSearch = z.output<typeof usersSearchSchema>;

/** What the list is asked. */
export const filterOf = ({ id: _, action: __, sort = '-created', ...search }: UsersSearch) =>
  ({ ...search, sort }) satisfies UserFilter;

const KEY = ['users'];

export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...KEY, 'list', filter],
    queryFn: () => call(client.api.users.$get({ query: filter })),
    placeholderData: keepPreviousData,
  });

const fetchUser = (id: string) => call(client.api.users[':id'].$get({ param: { id } }));

/** The user as they are now; null when they are gone. */
export async function findUser(id: string) {
  try {
    return await fetchUser(id);
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

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
