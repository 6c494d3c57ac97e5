import { Alert, Button, Group } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Task } from '../tasks.schema.ts';
import styles from './task-conflict.module.css';
import { TaskDue, TaskState } from './task-state.tsx';
import type { Found } from './use-task-form.ts';

type TaskConflictProps = {
  found: Found;
  /** Whether the version that is gone on from cannot be changed any more. */
  isFinal: boolean;
  onSettle: (take: 'present' | 'mine') => void;
  onStartAnew: () => void;
};

/** Told when the task was changed or deleted since it was opened; what was typed stays below. */
export function TaskConflict({ found, isFinal, onSettle, onStartAnew }: TaskConflictProps) {
  if (found?.kind === 'gone') {
    return (
      <Told title="This task was deleted meanwhile">
        <p>What you typed is still in the form below.</p>
        <Group gap="xs" mt="sm">
          <Choice onClick={onStartAnew}>Make a new task of it</Choice>
        </Group>
      </Told>
    );
  }
  if (found) return <Changed present={found.present} onSettle={onSettle} />;
  return isFinal ? (
    <Told title="This task can no longer be changed">
      <p>It is finished. What you typed is still below, for you to copy.</p>
    </Told>
  ) : null;
}

type ChangedProps = { present: Task; onSettle: (take: 'present' | 'mine') => void };

function Changed({ present, onSettle }: ChangedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Told title="This task was changed meanwhile">
      <p>Your version is still in the form below, and is not saved.</p>
      {isOpen && (
        <section className={styles.present} aria-label="The present version">
          <p className={styles.title}>
            <bdi>{present.title}</bdi>
          </p>
          <p className={styles.facts}>
            <bdi>{present.assignee.fullName}</bdi>
            <TaskState task={present} />
            <TaskDue task={present} />
          </p>
          {present.description && (
            <p className={styles.text}>
              <bdi>{present.description}</bdi>
            </p>
          )}
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && <Choice onClick={() => setIsOpen(true)}>See the present version</Choice>}
        <Choice onClick={() => onSettle('present')}>Use the present version</Choice>
        <Choice onClick={() => onSettle('mine')}>Go on with mine</Choice>
      </Group>
    </Told>
  );
}

const Told = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert
    className={styles.conflict}
    variant="outline"
    color="gold"
    icon={<GitCompareArrows size={18} />}
    title={title}
    role="alert"
  >
    {children}
  </Alert>
);

const Choice = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Button variant="default" size="xs" radius="xl" onClick={onClick}>
    {children}
  </Button>
);
