import { Alert, Button, Group, Modal } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import styles from './edit-conflict.module.css';
import type { Conflict, VersionChoice } from './use-versioned-edit.ts';

type EditConflictProps<R> = {
  conflict: Conflict<R> | null;
  /** The record in a sentence, such as "This user". */
  itemLabel: string;
  onResolve: (choice: VersionChoice) => void;
  /** Shown if the record was deleted. */
  deletedContent?: ReactNode;
  /** Renders the current version of the record. */
  children: (current: R) => ReactNode;
};

/** Shown above a form if somebody else changed or deleted its record; the input stays in the form. */
export function EditConflict<R>({
  conflict,
  deletedContent,
  children,
  ...notice
}: EditConflictProps<R>) {
  if (conflict?.kind === 'deleted') return deletedContent;
  if (!conflict) return null;
  return <ChangedNotice {...notice}>{children(conflict.current)}</ChangedNotice>;
}

type ChangedNoticeProps = {
  itemLabel: string;
  onResolve: (choice: VersionChoice) => void;
  children: ReactNode;
};

function ChangedNotice({ itemLabel, onResolve, children }: ChangedNoticeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (choice: VersionChoice) => (event: MouseEvent) => {
    // The notice disappears, so the focus returns to the form.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
    onResolve(choice);
  };
  return (
    <ConflictNotice
      title={`${itemLabel} has changed since you opened it`}
      text="Your version is still in the form below. It hasn’t been saved."
    >
      {isOpen && (
        <section
          ref={takeFocus}
          tabIndex={-1}
          className={styles.current}
          aria-label="The latest version"
        >
          {children}
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && <Choice onClick={() => setIsOpen(true)}>See the latest version</Choice>}
        <Choice onClick={choose('current')}>Use the latest version</Choice>
        <Choice onClick={choose('mine')}>Keep my version</Choice>
      </Group>
    </ConflictNotice>
  );
}

/** Prevents the loss of the focus when the clicked button is disabled or removed. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

type DeletedNoticeProps = { itemLabel: string; createLabel: string; onCreate: () => void };

/** Shown above a form whose record was deleted but can be created again from the input. */
export function DeletedNotice({ itemLabel, createLabel, onCreate }: DeletedNoticeProps) {
  return (
    <ConflictNotice
      title={`${itemLabel} has been deleted`}
      text="What you typed is still in the form below."
    >
      <Group gap="xs" mt="sm">
        <Choice onClick={onCreate}>{createLabel}</Choice>
      </Group>
    </ConflictNotice>
  );
}

type ConflictNoticeProps = { title: string; text: string; children?: ReactNode };

/** A notice above a form about a change of its record since it was opened. */
export function ConflictNotice({ title, text, children }: ConflictNoticeProps) {
  return (
    <Alert
      ref={takeFocus}
      tabIndex={-1}
      className={styles.notice!}
      variant="outline"
      color="gold"
      icon={<GitCompareArrows size={18} />}
      title={title}
      role="alert"
    >
      <p>{text}</p>
      {children}
    </Alert>
  );
}

type ConflictDialogProps = {
  title: string;
  text: string;
  size: string;
  opened?: boolean;
  /** Postpones the decision; without it the dialog can only be closed by a choice. */
  onClose?: () => void;
  /** The versions. */
  children: ReactNode;
  /** The buttons that choose a version. */
  actions: ReactNode;
};

/** Asks the user to choose between two versions. */
export function ConflictDialog({
  text,
  onClose,
  children,
  actions,
  ...dialog
}: ConflictDialogProps) {
  return (
    <Modal
      opened
      {...dialog}
      centered={!onClose}
      onClose={onClose ?? stayOpen}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.decision}>
        <p>{text}</p>
        {children}
        <Group justify="flex-end" gap="xs">
          {actions}
        </Group>
      </div>
    </Modal>
  );
}

const stayOpen = () => {};

type ChoiceProps = { children: string; onClick: (event: MouseEvent) => void };

const Choice = ({ children, onClick }: ChoiceProps) => (
  <Button variant="default" size="xs" radius="xl" onClick={onClick}>
    {children}
  </Button>
);
