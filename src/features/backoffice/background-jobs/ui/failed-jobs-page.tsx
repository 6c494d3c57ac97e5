import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { FilterSelect } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { FailedJob } from '../background-jobs.schema.ts';
import { failedJobsList, jobOverviewQuery } from './background-jobs-queries.ts';
import styles from './background-jobs.module.css';
import { FAILED_JOB_COLUMNS } from './failed-jobs-columns.tsx';
import { JobsTabs } from './jobs-tabs.tsx';
import { useChangeJobs } from './use-change-jobs.ts';

const route = getRouteApi('/_app/jobs/');

/** Failed jobs that a dialog asks whether to discard. */
type OpenDiscard = { jobs: FailedJob[]; onDone?: () => void };

/** The background jobs that failed for good, to run them again or to discard them. */
export function FailedJobsPage() {
  const list = useList(failedJobsList, route);
  const { data: overview } = useQuery(jobOverviewQuery);
  const retry = useChangeJobs('retry');
  const [discarding, setDiscarding] = useState<OpenDiscard | null>(null);
  const queues = (overview?.queues ?? []).map(({ queue }) => ({ value: queue, label: queue }));
  const retryAll = (jobs: FailedJob[], onDone?: () => void) =>
    retry.mutate(jobs, { onSuccess: () => onDone?.() });
  return (
    <>
      <PageHead
        title="Background Jobs"
        subtitle="What the platform does later or by the clock, such as sending emails. A failed job is retried by itself at first; the last failure is listed here for a day or more."
      />
      <JobsTabs value="/jobs">
        <ListView
          list={list}
          label="Failed jobs"
          itemLabels={['failed job', 'failed jobs']}
          columns={FAILED_JOB_COLUMNS}
          failure="Failed to fetch the failed jobs"
          searchLabel="Search queues"
          filters={
            <FilterSelect
              label="Queue"
              placeholder="All Queues"
              clearLabel="Show all queues"
              options={queues}
              searchable
              {...list.field('queue')}
            />
          }
          actions={(job) => (
            <JobButtons
              isBusy={retry.isPending}
              onRetry={() => retryAll([job])}
              onDiscard={() => setDiscarding({ jobs: [job] })}
            />
          )}
          bulk={{
            actions: (jobs, onDone) => (
              <JobButtons
                isBusy={retry.isPending}
                onRetry={() => retryAll(jobs, onDone)}
                onDiscard={() => setDiscarding({ jobs, onDone })}
              />
            ),
          }}
          empty={
            <Notice
              icon={CircleCheck}
              title="No failed jobs"
              text="Jobs whose last attempt failed will appear here."
            />
          }
          noResults={<NoResults title="No failed jobs found" />}
        />
      </JobsTabs>
      <DiscardDialog open={discarding} onClose={() => setDiscarding(null)} />
    </>
  );
}

type JobButtonsProps = { isBusy: boolean; onRetry: () => void; onDiscard: () => void };

const JobButtons = ({ isBusy, onRetry, onDiscard }: JobButtonsProps) => (
  <span className={styles.actions}>
    <Button
      size="compact-sm"
      radius="xl"
      variant="default"
      leftSection={<RotateCw size={15} aria-hidden="true" />}
      disabled={isBusy}
      onClick={onRetry}
    >
      Retry
    </Button>
    <Button
      size="compact-sm"
      radius="xl"
      variant="subtle"
      color="red"
      leftSection={<Trash2 size={15} aria-hidden="true" />}
      onClick={onDiscard}
    >
      Discard
    </Button>
  </span>
);

type DiscardDialogProps = { open: OpenDiscard | null; onClose: () => void };

function DiscardDialog({ open, onClose }: DiscardDialogProps) {
  const { mutate, isPending } = useChangeJobs('discard');
  const shown = useLastDefined(open);
  const count = shown?.jobs.length ?? 0;
  return (
    <ConfirmDialog
      variant="bar"
      title={count === 1 ? 'Discard this job?' : `Discard ${count} jobs?`}
      text="What it was for will not happen: an email is not sent, a file is not processed. This cannot be undone."
      opened={open !== null}
      cancelLabel="Cancel"
      confirmLabel="Discard"
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() =>
        shown &&
        mutate(shown.jobs, {
          onSuccess: () => shown.onDone?.(),
          onSettled: onClose,
        })
      }
    />
  );
}
