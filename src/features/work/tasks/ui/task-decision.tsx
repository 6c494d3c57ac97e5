import { Button } from '@mantine/core';
import { CheckCheck, CircleX, Pencil, Trash2 } from 'lucide-react';
import { isPossible } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './task-decision.module.css';
import { useTaskActions } from './use-task-actions.ts';

type TaskDecisionProps = { task: Task; onAsk: (what: 'edit' | 'delete' | 'fail') => void };

/** What the office can do with a task as it is. */
export function TaskDecision({ task, onAsk }: TaskDecisionProps) {
  const { take, busy } = useTaskActions();
  const icon = (Icon: typeof Pencil) => <Icon size={16} aria-hidden="true" />;
  return (
    <div className={styles.actions}>
      {isPossible('close', task) && (
        <Button
          radius="xl"
          leftSection={icon(CheckCheck)}
          loading={busy === 'close'}
          onClick={() => void take('close', task.id)}
        >
          Mark as Closed
        </Button>
      )}
      {isPossible('fail', task) && (
        <Button
          variant="default"
          radius="xl"
          leftSection={icon(CircleX)}
          onClick={() => onAsk('fail')}
        >
          Mark as Failed
        </Button>
      )}
      {isPossible('edit', task) && (
        <Button
          variant="default"
          radius="xl"
          leftSection={icon(Pencil)}
          onClick={() => onAsk('edit')}
        >
          Edit
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        radius="xl"
        className={styles.delete}
        leftSection={icon(Trash2)}
        onClick={() => onAsk('delete')}
      >
        Delete
      </Button>
    </div>
  );
}
