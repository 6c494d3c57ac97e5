import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { isOverdue } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { TaskDialog } from './form/task-dialog.tsx';
import styles from './influencer-tasks.module.css';
import { TaskDue, TaskState } from './task-state.tsx';

type InfluencerTasksProps = {
  influencerId: string;
  /** The first open tasks, and how many there are. */
  open: { rows: TaskRow[]; total: number };
  /** All tasks, also finished ones. */
  taskCount: number;
};

/** The open tasks of an influencer, for the back office. */
export function InfluencerTasks({ influencerId, open, taskCount }: InfluencerTasksProps) {
  const [isCreating, setIsCreating] = useState(false);
  const queryClient = useQueryClient();
  useLiveEvents('tasks', () => void refreshInfluencers(queryClient));
  return (
    <section className={styles.tasks} aria-label="Tasks">
      <header>
        <h2>
          Open tasks <span className={styles.count}>{formatCount(open.total)}</span>
        </h2>
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
      <Rows rows={open.rows} />
      {taskCount > open.rows.length && (
        <Link
          to="/tasks"
          search={{ status: 'all', assignedTo: influencerId }}
          className={`touch-target ${styles.all}`}
        >
          All {formatCount(taskCount)} tasks
        </Link>
      )}
      <TaskDialog
        opened={isCreating}
        assignee={influencerId}
        onClose={() => {
          setIsCreating(false);
          void refreshInfluencers(queryClient);
        }}
      />
    </section>
  );
}

function Rows({ rows }: { rows: TaskRow[] }) {
  const now = useNow();
  return rows.length === 0 ? (
    <p className={styles.none}>No open tasks</p>
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
