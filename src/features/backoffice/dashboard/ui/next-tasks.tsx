import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOverdue, STAGE_LABELS, stageOf } from '#src/features/work/tasks/tasks.rules.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { StatWarning } from '#src/ui/page/stat-card.tsx';
import type { InfluencerDashboard } from '../dashboard.schema.ts';
import styles from './next-tasks.module.css';

type Task = InfluencerDashboard['nextTasks'][number];
type NextTasksProps = {
  query: Pick<UseQueryResult<InfluencerDashboard>, 'data' | 'dataUpdatedAt' | 'isPending'>;
};

/** The next tasks. */
export function NextTasks({ query: { data, dataUpdatedAt, isPending } }: NextTasksProps) {
  if (isPending) return <PanelSkeleton label="Loading tasks" height="16rem" />;
  if (!data) return null;
  const { nextTasks, tasksOpen } = data;
  return (
    <Panel
      title="Due next"
      aside={
        <Link to="/my-tasks" className="touch-target">
          All my tasks
        </Link>
      }
    >
      {nextTasks.length === 0 ? (
        <p className={styles.empty}>
          You’re all caught up. The agency will let you know when there’s something new.
        </p>
      ) : (
        <ul className={styles.tasks}>
          {nextTasks.map((task) => (
            <NextTask key={task.id} task={task} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
      {tasksOpen > nextTasks.length && (
        <p className={styles.empty}>and {tasksOpen - nextTasks.length} more</p>
      )}
    </Panel>
  );
}

const NextTask = ({ task, now }: { task: Task; now: number }) => (
  <li className={styles.task}>
    <Link to="/my-tasks" search={{ task: task.id }} className={`touch-target ${styles.title}`}>
      {task.title}
    </Link>
    <span className={styles.facts}>
      <span>{STAGE_LABELS[stageOf({ ...task, closedAt: null })]}</span>
      <DueDate task={task} now={now} />
    </span>
  </li>
);

function DueDate({ task, now }: { task: Task; now: number }) {
  if (!task.dueDate) return <span>No due date</span>;
  const due = <time dateTime={task.dueDate}>{formatDate(task.dueDate)}</time>;
  const isLate = isOverdue(task, now);
  return isLate ? <StatWarning>Overdue since {due}</StatWarning> : <span>Due {due}</span>;
}
