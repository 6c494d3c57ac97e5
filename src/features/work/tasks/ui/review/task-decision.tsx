import { ActionIcon, Button, Kbd, Menu, type ButtonProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  Ban,
  CheckCheck,
  CircleX,
  EllipsisVertical,
  Images,
  MessageSquareText,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
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
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isInReview = isPossible('close', task);
  const shortcut = (action: DialogAction) => (isInReview ? () => onAction(action) : undefined);
  useRecordShortcuts(
    { a: shortcut('close'), c: shortcut('request_changes'), f: shortcut('fail') },
    record,
  );
  const closeAndPost = isInReview &&
    filesWithoutPost(task).length > 0 && {
      icon: Images,
      label: 'Close and Make a Post',
      onClick: () => void run('post', () => close().then(makePost)),
    };
  const remove = { icon: Trash2, label: 'Delete', onClick: () => onAction('delete') };
  return (
    <div className={recordStyles.actions}>
      {isInReview && (
        <>
          <Action
            icon={CheckCheck}
            label="Mark as Closed"
            variant="filled"
            shortcut="A"
            loading={busy === 'close'}
            onClick={() => void run('close', close)}
          />
          <Action
            icon={MessageSquareText}
            label="Request Changes"
            shortcut="C"
            onClick={() => onAction('request_changes')}
          />
          <Action
            icon={CircleX}
            label="Mark as Failed"
            shortcut="F"
            onClick={() => onAction('fail')}
          />
        </>
      )}
      {isPossible('edit', task) && (
        <Action icon={Pencil} label="Edit" onClick={() => onAction('edit')} />
      )}
      {isPossible('cancel', task) && (
        <Action icon={Ban} label="Cancel Task" onClick={() => onAction('cancel')} />
      )}
      {isPossible('reopen', task) && (
        <Action icon={RotateCcw} label="Reopen" onClick={() => onAction('reopen')} />
      )}
      {isPhone ? (
        <MoreActions isLoading={busy === 'post'}>
          {closeAndPost && <MoreAction {...closeAndPost} />}
          <MoreAction {...remove} color="red" />
        </MoreActions>
      ) : (
        <>
          {closeAndPost && <Action {...closeAndPost} loading={busy === 'post'} />}
          <Action {...remove} variant="subtle" color="red" className={styles.delete} />
        </>
      )}
    </div>
  );
}

type ActionProps = ButtonProps & {
  icon: typeof Pencil;
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  onClick: () => void;
};

const Action = ({ icon: Icon, label, shortcut, ...button }: ActionProps) => (
  <Button
    variant="default"
    radius="xl"
    leftSection={<Icon size={16} aria-hidden="true" />}
    {...(shortcut && {
      'aria-keyshortcuts': shortcut.toLowerCase(),
      rightSection: <Kbd size="xs">{shortcut}</Kbd>,
    })}
    {...button}
  >
    {label}
  </Button>
);

/** The rarer actions on phones, whose pinned bar has space for the main ones only. */
const MoreActions = ({ isLoading, children }: { isLoading: boolean; children: ReactNode }) => (
  <Menu position="top-end">
    <Menu.Target>
      <ActionIcon
        variant="default"
        radius="xl"
        loading={isLoading}
        className={styles.more}
        aria-label="More actions"
      >
        <EllipsisVertical size={18} aria-hidden="true" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

type MoreActionProps = Pick<ActionProps, 'icon' | 'label' | 'onClick'> & { color?: 'red' };

const MoreAction = ({ icon: Icon, label, ...item }: MoreActionProps) => (
  <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} {...item}>
    {label}
  </Menu.Item>
);
