import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { formatCount } from '#src/lib/locale/counts.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type { JobOverview, JobQueue, JobSchedule } from '../background-jobs.schema.ts';
import { jobOverviewQuery } from './background-jobs-queries.ts';
import styles from './background-jobs.module.css';
import { JobsTabs } from './jobs-tabs.tsx';
import { LastRun } from './run-state.tsx';

/** The queues of background jobs, and the jobs that run by the clock. */
export function JobQueuesPage() {
  const { data, isError, isFetching, refetch } = useQuery(jobOverviewQuery);
  return (
    <>
      <PageHead
        title="Background Jobs"
        subtitle="What the platform does later or by the clock. Counts are updated every 15 seconds."
      />
      <JobsTabs value="/jobs/queues">
        {data ? (
          <Overview {...data} />
        ) : isError ? (
          <InlineError
            text="Failed to load the background jobs"
            isBusy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <PanelSkeleton label="Loading the background jobs" height="30rem" />
        )}
      </JobsTabs>
    </>
  );
}

const hasJobs = ({ waiting, active, failed, retried }: JobQueue) =>
  waiting + active + failed + retried > 0;

const lateFirst = (schedules: JobSchedule[]) =>
  schedules.toSorted((one, other) => Number(other.isLate) - Number(one.isLate));

function Overview({ queues, schedules }: JobOverview) {
  const busy = queues.filter(hasJobs);
  const emptyCount = queues.length - busy.length;
  return (
    <div className={styles.panels}>
      <Panel title="Queues">
        {busy.length > 0 && (
          <CardTable
            label="Queues"
            columns={QUEUE_COLUMNS}
            rows={busy.map((queue) => ({ ...queue, id: queue.queue }))}
          />
        )}
        <p className={styles.note}>
          {busy.length > 0
            ? `${formatNumber(emptyCount)} other queues have no jobs.`
            : 'No jobs are waiting, running or failed.'}
        </p>
      </Panel>
      <Panel title="Schedules">
        <CardTable
          label="Schedules"
          columns={SCHEDULE_COLUMNS}
          rows={lateFirst(schedules).map((schedule) => ({ ...schedule, id: schedule.name }))}
        />
        <p className={styles.note}>
          A run that is missing or waits for more than five minutes is late.
        </p>
      </Panel>
    </div>
  );
}

const QUEUE_COLUMNS: TableColumn<JobQueue>[] = [
  { label: 'Queue', cell: ({ queue }) => <code>{queue}</code> },
  { label: 'Waiting', isNumber: true, cell: ({ waiting }) => formatNumber(waiting) },
  { label: 'Of these retried', isNumber: true, cell: ({ retried }) => formatCount(retried) },
  { label: 'Running', isNumber: true, cell: ({ active }) => formatNumber(active) },
  {
    label: 'Failed',
    isNumber: true,
    cell: ({ queue, failed }) =>
      failed === 0 ? (
        '0'
      ) : (
        <Link to="/jobs" search={{ queue }}>
          {formatNumber(failed)}
        </Link>
      ),
  },
  {
    label: 'Oldest waits since',
    onCard: 'line',
    cell: ({ oldestWaitingSince }) => dateCell(oldestWaitingSince),
  },
];

const SCHEDULE_COLUMNS: TableColumn<JobSchedule>[] = [
  { label: 'Job', cell: ({ name }) => <code>{name}</code> },
  { label: 'Last run', onCard: 'line', cell: (schedule) => <LastRun {...schedule} /> },
  {
    label: 'Next run',
    onCard: 'line',
    cell: ({ nextAt, isLate }) => (
      <span className={styles.run}>
        {nextAt ? <time dateTime={nextAt}>{formatTime(nextAt)}</time> : NONE}
        {isLate && (
          <StateBadge variant="danger" icon={TriangleAlert}>
            Late
          </StateBadge>
        )}
      </span>
    ),
  },
];
