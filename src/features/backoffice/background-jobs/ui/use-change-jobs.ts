import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { pluralize } from '#src/lib/text.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { FailedJob } from '../background-jobs.schema.ts';
import { refreshJobs } from './background-jobs-queries.ts';

type JobChange = 'retry' | 'discard';

const DONE: Record<JobChange, [one: string, many: string]> = {
  retry: ['job will run again in a few seconds', 'jobs will run again in a few seconds'],
  discard: ['job was discarded', 'jobs were discarded'],
};

/** Retries or discards failed jobs, and reports what happened to each. */
export function useChangeJobs(change: JobChange) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobs: FailedJob[]) => {
      const json = { jobs: jobs.map(({ id, queue }) => ({ id, queue })) };
      return call(client.api.jobs[change].$post({ json }));
    },
    onSuccess: (result) => reportChange(change, result),
    onError: ({ message }) =>
      toast.error('Error', { description: `Failed to ${change} the jobs: ${message}` }),
    onSettled: () => void refreshJobs(queryClient),
  });
}

function reportChange(change: JobChange, { changed, refused }: BulkResult): void {
  const done = changed.length > 0 && pluralize(changed.length, ...DONE[change]);
  if (refused.length === 0) {
    toast.success('Success', { description: done });
    return;
  }
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join('. ');
  toast.warning(`${pluralize(refused.length, 'job', 'jobs')} not changed`, {
    description: [reasons, done].filter(Boolean).join('. '),
  });
}
