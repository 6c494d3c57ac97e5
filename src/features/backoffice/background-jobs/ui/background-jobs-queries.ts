import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { failedJobQuerySchema } from '../background-jobs.schema.ts';

/** The list of /jobs. */
export const failedJobsList = defineList({
  name: 'failed-jobs',
  filters: failedJobQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api.jobs.failed.$get({ query })),
  // Jobs fail at any time.
  staleTime: 0,
});

const REFRESHED_MS = 15_000;
const OVERVIEW_KEY = ['job-overview'];

/** The queues and the schedules, refreshed as often as the server counts the jobs. */
export const jobOverviewQuery = queryOptions({
  queryKey: OVERVIEW_KEY,
  queryFn: () => call(client.api.jobs.$get()),
  staleTime: 0,
  refetchInterval: REFRESHED_MS,
});

/** Refetches every query that shows background jobs. */
export async function refreshJobs(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [failedJobsList.name] }),
    queryClient.invalidateQueries({ queryKey: OVERVIEW_KEY }),
  ]);
}
