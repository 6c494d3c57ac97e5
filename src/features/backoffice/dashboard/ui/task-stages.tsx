import { STAGE_LABELS } from '#src/features/work/tasks/tasks.rules.ts';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { figureLabel } from '../dashboard.rules.ts';
import type { BackOfficeDashboard } from '../dashboard.schema.ts';
import styles from './task-stages.module.css';

type Tasks = BackOfficeDashboard['tasks'];

const STAGES: [keyof Tasks, label: string][] = [
  ['assigned', STAGE_LABELS.assigned],
  ['inProgress', STAGE_LABELS.in_progress],
  ['toReview', 'Completed, to review'],
  ['closed', STAGE_LABELS.closed],
  ['rejected', STAGE_LABELS.rejected],
  ['failed', STAGE_LABELS.failed],
  ['cancelled', STAGE_LABELS.cancelled],
];

type TaskStagesProps = { tasks: Tasks | undefined; isPending: boolean };

/** Counts of tasks by stage. */
export function TaskStages({ tasks, isPending }: TaskStagesProps) {
  if (isPending) return <PanelSkeleton label="Loading tasks" height="19rem" />;
  if (!tasks) return null;
  const maximum = Math.max(1, ...STAGES.map(([stage]) => tasks[stage]));
  return (
    <Panel
      title="Tasks by status"
      aside={<span className={styles.total}>{figureLabel(tasks.total)} total</span>}
    >
      <dl className={styles.stages}>
        {STAGES.map(([stage, label]) => (
          <div key={stage} className={styles.stage} data-stage={stage}>
            <dt>{label}</dt>
            <dd className={styles.count}>{figureLabel(tasks[stage])}</dd>
            <dd className={styles.track} aria-hidden="true">
              <div style={{ inlineSize: `${(tasks[stage] / maximum) * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
