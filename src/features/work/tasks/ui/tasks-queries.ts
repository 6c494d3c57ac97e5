import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '#src/lib/api-error.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { taskQuerySchema, type TaskQuery } from '../tasks.schema.ts';

/** What /tasks keeps in its address: what is listed, the task that is open, a new one being made. */
export const taskSearchSchema = listSearchSchema({
  ...taskQuerySchema.shape,
  sort: taskQuerySchema.shape.sort.unwrap().optional(),
  task: z.uuid().optional(),
  action: z.literal('create').optional(),
});
export type TaskSearch = z.output<typeof taskSearchSchema>;

/** What /my-tasks keeps in its address: the task that is open. */
export const ownTaskSearchSchema = listSearchSchema({ task: z.uuid().optional() });

/** What the list is asked. */
export const filterOf = ({ sort = '-newest', task: _, action: __, ...rest }: TaskSearch) =>
  ({ ...rest, sort }) satisfies TaskQuery;

const KEY = ['tasks'];

export const taskListQuery = (query: TaskQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: () => call(client.api.tasks.$get({ query })),
    placeholderData: keepPreviousData,
  });

export const taskCountsQuery = ({ search, assignedTo }: Partial<TaskQuery>) =>
  queryOptions({
    queryKey: [...KEY, 'counts', { search, assignedTo }],
    queryFn: () => call(client.api.tasks.counts.$get({ query: { search, assignedTo } })),
    placeholderData: keepPreviousData,
  });

/** A task as it is now, and null when there is none. */
export async function findTask(id: string) {
  try {
    return await call(client.api.tasks[':id'].$get({ param: { id } }));
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

export const taskQuery = (id: string) =>
  queryOptions({ queryKey: [...KEY, 'one', id], queryFn: () => findTask(id) });

/** An influencer's own tasks, as they come: the open ones, or those that are done. */
export const ownTasksQuery = (part: 'open' | 'done') =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'own', part],
    queryFn: ({ pageParam }) =>
      call(client.api['my-tasks'].$get({ query: { part, after: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Has everything that shows tasks loaded again. */
export const refreshTasks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
