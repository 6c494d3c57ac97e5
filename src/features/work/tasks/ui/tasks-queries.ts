import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client, saveFile } from '#src/client/client.ts';
import type { Assign } from '#src/features/identity/colleagues/ui/use-assign.ts';
import type { Tagged } from '#src/features/identity/tags/ui/tags-queries.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { TASK_FILTERS, taskQuerySchema, type TaskQuery } from '../tasks.schema.ts';

/** The tabs of the list. Open is the default. */
export const TABS = ['all', ...TASK_FILTERS] as const;
export type Tab = (typeof TABS)[number];

/** The list of /tasks, with the opened task or the form of a new one above it. */
export const tasksList = defineList({
  name: 'tasks',
  filters: { ...taskQuerySchema.shape, status: z.enum(TABS).optional() },
  clearable: ['search', 'assignedTo', 'owner', 'tag'],
  // What waits the longest for a review comes first.
  toQuery: ({ status = 'open', sort, ...address }): TaskQuery => ({
    ...address,
    status: status === 'all' ? undefined : status,
    sort: sort ?? (status === 'review' ? 'submitted' : '-newest'),
  }),
  overlays: { task: z.uuid().optional(), action: z.literal('create').optional() },
  fetchPage: (query) => call(client.api.tasks.$get({ query })),
  csv: '/api/tasks.csv',
  exportRows: (json) => saveFile(client.api['tasks.csv'].$post({ json }), 'tasks.csv'),
});

/** Search parameters of /my-tasks: the opened task. */
export const ownTaskSearchSchema = listSearchSchema({ task: z.uuid().optional() });

const KEY = [tasksList.name];

export function taskCountsQuery({ search, assignedTo, owner, tag }: Partial<TaskQuery>) {
  const query = { search, assignedTo, owner, tag };
  return queryOptions({
    queryKey: [...KEY, 'counts', query],
    queryFn: () => call(client.api.tasks.counts.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** The current version of a task, or null. */
export function findTask(id: string) {
  return callOrNull(client.api.tasks[':id'].$get({ param: { id } }));
}

export function taskQuery(id: string) {
  return queryOptions({ queryKey: [...KEY, 'one', id], queryFn: () => findTask(id) });
}

/** An influencer's own tasks: the open or the finished ones. */
export function ownTasksQuery(part: 'open' | 'done') {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'own', part],
    queryFn: ({ pageParam }) =>
      call(client.api['my-tasks'].$get({ query: { part, after: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** How tasks get an owner. */
export const ASSIGN_TASKS: Assign = {
  call: (json) => call(client.api.tasks.owner.$put({ json })),
  refresh: refreshTasks,
};

/** Tasks as records with tags. */
export const TAGGED_TASKS: Tagged = { kind: 'task', refresh: refreshTasks };

/** Reloads all queries of tasks. */
export function refreshTasks(queryClient: QueryClient) {
  return invalidateQueries(queryClient, { queryKey: KEY });
}
