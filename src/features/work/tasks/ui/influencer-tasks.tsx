import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#src/lib/listing.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { listQuery } from '#src/ui/list-view/define-list.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { isOverdue } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { TaskDialog } from './form/task-dialog.tsx';
import styles from './influencer-tasks.module.css';
import { TaskDue, TaskState } from './task-state.tsx';
import { tasksList } from './tasks-queries.ts';
import { useLiveTasks } from './use-live-tasks.ts';

const MAXIMUM_ROWS = 8;

/** The newest tasks of an influencer, for the back office. */
export function InfluencerTasks({ influencerId }: { influencerId: string }) {
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch } = useQuery(
    listQuery(tasksList, { search: undefined, status: 'all', assignedTo: influencerId }),
  );
  useLiveTasks();
  return (
    <section className={styles.tasks} aria-label="Tasks">
      <header>
        <h2>Tasks {data && <span className={styles.count}>{formatCount(data.total)}</span>}</h2>
        <Button
          variant="default"
          size="xs"
          radius="xl"
          leftSection={<Plus size={15} aria-hidden="true" />}
          onClick={() => setIsCreating(true)}
        >
          New Task
        </Button>
      </header>
      {data ? (
        <Rows rows={data.rows.slice(0, MAXIMUM_ROWS)} />
      ) : error ? (
        <InlineError text="Failed to fetch tasks" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
      {data && data.total > MAXIMUM_ROWS && (
        <Link
          to="/tasks"
          search={{ status: 'all', assignedTo: influencerId }}
          className={styles.all}
        >
          All {formatCount(data.total)} tasks
        </Link>
      )}
      <TaskDialog
        opened={isCreating}
        assignee={influencerId}
        onClose={() => setIsCreating(false)}
      />
    </section>
  );
}

function Rows({ rows }: { rows: TaskRow[] }) {
  const now = useNow();
  return rows.length === 0 ? (
    <p className={styles.none}>No tasks yet</p>
  ) : (
    <ul>
      {rows.map((task) => (
        <li key={task.id} data-late={isOverdue(task, now) || undefined}>
          <Link to="/tasks" search={{ task: task.id }} className={`touch-target ${styles.title}`}>
            <bdi>{task.title}</bdi>
          </Link>
          <span className={styles.facts}>
            <TaskDue task={task} />
            <TaskState task={task} />
          </span>
        </li>
      ))}
    </ul>
  );
}
