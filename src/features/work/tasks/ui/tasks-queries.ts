import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, callOrNull, client } from '#src/web/client.ts';
import { taskQuerySchema, type TaskQuery } from '../tasks.schema.ts';

/** The list of /tasks: over it the task that is open, or a new one being made. */
export const tasksList = defineList({
  name: 'tasks',
  filters: taskQuerySchema.shape,
  overlays: { task: z.uuid().optional(), action: z.literal('create').optional() },
  fetchPage: (query) => call(client.api.tasks.$get({ query })),
  csv: '/api/tasks.csv',
});

/** What /my-tasks keeps in its address: the task that is open. */
export const ownTaskSearchSchema = listSearchSchema({ task: z.uuid().optional() });

const KEY = [tasksList.name];

export const taskCountsQuery = ({ search, assignedTo }: Partial<TaskQuery>) =>
  queryOptions({
    queryKey: [...KEY, 'counts', { search, assignedTo }],
    queryFn: () => call(client.api.tasks.counts.$get({ query: { search, assignedTo } })),
    placeholderData: keepPreviousData,
  });

/** A task as it is now, and null when there is none. */
export const findTask = (id: string) => callOrNull(client.api.tasks[':id'].$get({ param: { id } }));

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
