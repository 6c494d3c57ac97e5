import { Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PartFailure } from '#src/ui/notice.tsx';
import type { Task } from '../tasks.schema.ts';
import { DeleteTaskDialog, FailTaskDialog } from './task-confirmations.tsx';
import { TaskDecision } from './task-decision.tsx';
import { TaskDialog } from './task-dialog.tsx';
import styles from './task-drawer.module.css';
import { TaskFiles } from './task-files.tsx';
import { TaskPost } from './task-post.tsx';
import { TaskDue, TaskState } from './task-state.tsx';
import { TaskSubmission } from './task-submission.tsx';
import { TaskTimeline } from './task-timeline.tsx';
import { taskQuery } from './tasks-queries.ts';

/** What lies over the drawer: a dialog, or a file shown large by its id. */
type Over = 'edit' | 'delete' | 'fail' | { fileId: string } | null;

type TaskDrawerProps = { id: string | undefined; onClose: () => void };

/** A task with all that is known of it, and what the office can do with it. */
export function TaskDrawer({ id, onClose }: TaskDrawerProps) {
  const [over, setOver] = useState<Over>(null);
  return (
    <Drawer.Root
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="36rem"
      padding={0}
      // What lies over it closes first.
      closeOnEscape={over === null}
    >
      <Drawer.Overlay backgroundOpacity={0.55} />
      <Drawer.Content classNames={{ content: styles.content! }}>
        {id !== undefined && <OpenTask key={id} {...{ id, over, setOver, onClose }} />}
      </Drawer.Content>
    </Drawer.Root>
  );
}

type OpenTaskProps = {
  id: string;
  over: Over;
  setOver: (over: Over) => void;
  onClose: () => void;
};

function OpenTask({ id, over, setOver, onClose }: OpenTaskProps) {
  const { data, error, refetch } = useQuery(taskQuery(id));
  const task = data?.task;
  // Of one that was deleted meanwhile, so that what is typed for it stays.
  const [known, setKnown] = useState(task);
  if (task && task !== known) setKnown(task);
  const close = () => setOver(null);
  return (
    <>
      <Drawer.Header className={styles.header!}>
        <Drawer.Title className={styles.title!} tabIndex={-1} data-autofocus>
          <bdi>{task?.title ?? 'Task'}</bdi>
        </Drawer.Title>
        <Drawer.CloseButton aria-label="Close" size="lg" />
      </Drawer.Header>
      <Drawer.Body className={styles.body!}>
        {data ? (
          <Details task={data.task} pass={data.pass} over={over} setOver={setOver} />
        ) : data === null ? (
          <p role="alert">This task no longer exists.</p>
        ) : error ? (
          <PartFailure text="Failed to fetch the task" onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </Drawer.Body>
      {known && (
        <>
          <TaskDialog opened={over === 'edit'} task={known} onClose={close} />
          <FailTaskDialog task={known} opened={over === 'fail'} onClose={close} />
          <DeleteTaskDialog
            task={over === 'delete' ? known : null}
            onClose={close}
            onDeleted={onClose}
          />
        </>
      )}
    </>
  );
}

type DetailsProps = { task: Task; pass: string; over: Over; setOver: (over: Over) => void };

function Details({ task, pass, over, setOver }: DetailsProps) {
  const { assignee, description, submission, files } = task;
  const shown = over !== null && typeof over === 'object' ? over.fileId : null;
  return (
    <>
      <div className={styles.facts}>
        <TaskState task={task} />
        <TaskDue task={task} isWhole />
      </div>
      <p className={styles.assignee}>
        For <bdi>{assignee.fullName}</bdi>
      </p>
      <TaskDecision task={task} onAsk={setOver} />
      <section>
        <h3>Description</h3>
        <p className={styles.text}>{description ? <bdi>{description}</bdi> : <em>None</em>}</p>
      </section>
      {submission && (
        <section>
          <h3>Submission</h3>
          <TaskSubmission submission={submission} />
        </section>
      )}
      {files.length > 0 && (
        <section>
          <h3>Files</h3>
          <TaskFiles
            task={task}
            pass={pass}
            shown={shown}
            onShow={(fileId) => setOver(fileId === null ? null : { fileId })}
            leadsToPosts
          />
          <TaskPost task={task} />
        </section>
      )}
      <section>
        <h3>Timeline</h3>
        <TaskTimeline task={task} />
      </section>
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading the task">
    <Skeleton height={24} width="50%" mb="lg" radius="sm" />
    {[90, 75, 82, 40].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} mb="sm" radius="sm" />
    ))}
  </div>
);
