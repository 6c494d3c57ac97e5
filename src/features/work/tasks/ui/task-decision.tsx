import { Button } from '@mantine/core';
import { CheckCheck, CircleX, Pencil, Trash2 } from 'lucide-react';
import { isPossible } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './task-decision.module.css';
import { useTaskActions } from './use-task-actions.ts';

type TaskDecisionProps = { task: Task; onAction: (action: 'edit' | 'delete' | 'fail') => void };

/** The actions of the back office on a task. */
export function TaskDecision({ task, onAction }: TaskDecisionProps) {
  const { perform, busy } = useTaskActions();
  const icon = (Icon: typeof Pencil) => <Icon size={16} aria-hidden="true" />;
  return (
    <div className={styles.actions}>
      {isPossible('close', task) && (
        <Button
          radius="xl"
          leftSection={icon(CheckCheck)}
          loading={busy === 'close'}
          onClick={() => void perform('close', task.id)}
        >
          Mark as Closed
        </Button>
      )}
      {isPossible('fail', task) && (
        <Button
          variant="default"
          radius="xl"
          leftSection={icon(CircleX)}
          onClick={() => onAction('fail')}
        >
          Mark as Failed
        </Button>
      )}
      {isPossible('edit', task) && (
        <Button
          variant="default"
          radius="xl"
          leftSection={icon(Pencil)}
          onClick={() => onAction('edit')}
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
        onClick={() => onAction('delete')}
      >
        Delete
      </Button>
    </div>
  );
}
