import { Button } from '@mantine/core';
import { Play, Send } from 'lucide-react';
import { isPossible, stageOf } from '../../tasks.rules.ts';
import type { Task } from '../../tasks.schema.ts';
import styles from './my-task-card.module.css';
import { useStartTask } from './use-start-task.ts';

type MyTaskActionsProps = {
  task: Task;
  /** Id of the element that names the task, where several are shown. */
  describedBy?: string;
  onSubmit: (() => void) | undefined;
};

/** The actions of the assignee; none after submission. */
export function MyTaskActions({ task, describedBy, onSubmit }: MyTaskActionsProps) {
  const { mutate: start, isPending } = useStartTask(task.id);
  if (!isPossible('submit', task)) return null;
  return (
    <div className={styles.actions}>
      {isPossible('start', task) && (
        <Button
          variant="default"
          radius="xl"
          leftSection={<Play size={15} aria-hidden="true" />}
          loading={isPending}
          aria-describedby={describedBy}
          onClick={() => start()}
        >
          Start Working
        </Button>
      )}
      <Button
        radius="xl"
        leftSection={<Send size={15} aria-hidden="true" />}
        aria-describedby={describedBy}
        onClick={onSubmit}
      >
        {stageOf(task) === 'changes_requested' ? 'Submit Again' : 'Submit as Complete'}
      </Button>
    </div>
  );
}
