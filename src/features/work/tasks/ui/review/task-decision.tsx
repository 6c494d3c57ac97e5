import { Button, Kbd, type ButtonProps } from '@mantine/core';
import {
  Ban,
  CheckCheck,
  CircleX,
  Images,
  MessageSquareText,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { isPossible } from '../../tasks.rules.ts';
import type { Task } from '../../tasks.schema.ts';
import recordStyles from '#src/ui/dialogs/record-drawer.module.css';
import styles from './task-decision.module.css';
import { filesWithoutPost, usePostOfTask } from './use-post-of-task.ts';
import { useSingleAction, useTaskDecisions } from './use-task-decisions.ts';

/** The actions that open a dialog. */
export type DialogAction =
  | 'close'
  | 'request_changes'
  | 'fail'
  | 'cancel'
  | 'reopen'
  | 'edit'
  | 'delete';

type TaskDecisionProps = {
  task: Task;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
  onAction: (action: DialogAction) => void;
};

/** The actions of the back office on a task. Closing needs a confirmation only by shortcut. */
export function TaskDecision({ task, record, onAction }: TaskDecisionProps) {
  const { close } = useTaskDecisions(task.id);
  const makePost = usePostOfTask(task);
  const { run, busy } = useSingleAction();
  const isInReview = isPossible('close', task);
  const shortcut = (action: DialogAction) => (isInReview ? () => onAction(action) : undefined);
  useRecordShortcuts(
    { a: shortcut('close'), c: shortcut('request_changes'), f: shortcut('fail') },
    record,
  );
  return (
    <div className={recordStyles.actions}>
      {isInReview && (
        <>
          <Action
            icon={CheckCheck}
            variant="filled"
            shortcut="A"
            loading={busy === 'close'}
            onClick={() => void run('close', close)}
          >
            Mark as Closed
          </Action>
          <Action icon={MessageSquareText} shortcut="C" onClick={() => onAction('request_changes')}>
            Request Changes
          </Action>
          <Action icon={CircleX} shortcut="F" onClick={() => onAction('fail')}>
            Mark as Failed
          </Action>
        </>
      )}
      {isInReview && filesWithoutPost(task).length > 0 && (
        <Action
          icon={Images}
          loading={busy === 'post'}
          onClick={() => void run('post', () => close().then(makePost))}
        >
          Close and Make a Post
        </Action>
      )}
      {isPossible('edit', task) && (
        <Action icon={Pencil} onClick={() => onAction('edit')}>
          Edit
        </Action>
      )}
      {isPossible('cancel', task) && (
        <Action icon={Ban} onClick={() => onAction('cancel')}>
          Cancel Task
        </Action>
      )}
      {isPossible('reopen', task) && (
        <Action icon={RotateCcw} onClick={() => onAction('reopen')}>
          Reopen
        </Action>
      )}
      <Action
        icon={Trash2}
        variant="subtle"
        color="red"
        className={styles.delete}
        onClick={() => onAction('delete')}
      >
        Delete
      </Action>
    </div>
  );
}

type ActionProps = ButtonProps & {
  icon: typeof Pencil;
  /** The key that does the same. */
  shortcut?: string;
  onClick: () => void;
};

const Action = ({ icon: Icon, shortcut, ...button }: ActionProps) => (
  <Button
    variant="default"
    radius="xl"
    leftSection={<Icon size={16} aria-hidden="true" />}
    {...(shortcut && {
      'aria-keyshortcuts': shortcut.toLowerCase(),
      rightSection: <Kbd size="xs">{shortcut}</Kbd>,
    })}
    {...button}
  />
);
