import { Alert, Button, Group, Modal } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import styles from './edit-conflict.module.css';
import type { Conflict, VersionChoice } from './use-versioned-edit.ts';

type EditConflictProps<R> = {
  conflict: Conflict<R> | null;
  /** What is edited, as in "This user". */
  itemLabel: string;
  onResolve: (choice: VersionChoice) => void;
  /** What is shown when the record is gone. */
  deletedContent?: ReactNode;
  /** The present version, to be looked at. */
  children: (current: R) => ReactNode;
};

/** Shown over a form whose record was changed or deleted by somebody else; what was typed stays below. */
export function EditConflict<R>({ conflict, deletedContent, children, ...notice }: EditConflictProps<R>) {
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
    // The notice goes away; typing goes on in the form.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
    onResolve(choice);
  };
  return (
    <ConflictNotice
      title={`${itemLabel} was changed meanwhile`}
      text="Your version is still in the form below, and is not saved."
    >
      {isOpen && (
        <section
          ref={takeFocus}
          tabIndex={-1}
          className={styles.current}
          aria-label="The present version"
        >
          {children}
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && <Choice onClick={() => setIsOpen(true)}>See the present version</Choice>}
        <Choice onClick={choose('current')}>Use the present version</Choice>
        <Choice onClick={choose('mine')}>Go on with mine</Choice>
      </Group>
    </ConflictNotice>
  );
}

/** The button that led here is disabled by now, or gone: the focus would be lost. */
const takeFocus = (place: HTMLElement | null) => place?.focus();

type DeletedNoticeProps = { itemLabel: string; createLabel: string; onCreate: () => void };

/** Shown over a form whose record was deleted, and that can be sent as a new one. */
export const DeletedNotice = ({ itemLabel, createLabel, onCreate }: DeletedNoticeProps) => (
  <ConflictNotice
    title={`${itemLabel} was deleted meanwhile`}
    text="What you typed is still in the form below."
  >
    <Group gap="xs" mt="sm">
      <Choice onClick={onCreate}>{createLabel}</Choice>
    </Group>
  </ConflictNotice>
);

type ConflictNoticeProps = { title: string; text: string; children?: ReactNode };

/** Says over a form what has become of its record since it was opened. */
export const ConflictNotice = ({ title, text, children }: ConflictNoticeProps) => (
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

type ConflictDialogProps = {
  title: string;
  text: string;
  size: string;
  opened?: boolean;
  /** Puts the decision off; without it there is no way around a choice. */
  onClose?: () => void;
  /** The versions. */
  children: ReactNode;
  /** The buttons that decide. */
  actions: ReactNode;
};

/** Asks on a page which version goes on. */
export const ConflictDialog = ({
  text,
  onClose,
  children,
  actions,
  ...dialog
}: ConflictDialogProps) => (
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

const stayOpen = () => {};

type ChoiceProps = { children: string; onClick: (event: MouseEvent) => void };

const Choice = ({ children, onClick }: ChoiceProps) => (
  <Button variant="default" size="xs" radius="xl" onClick={onClick}>
    {children}
  </Button>
);
