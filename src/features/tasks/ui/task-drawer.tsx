import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordDrawer, RecordInDrawer } from '#src/ui/record-drawer.tsx';
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
    <RecordDrawer
      opened={id !== undefined}
      size="36rem"
      isCovered={over !== null}
      onClose={onClose}
    >
      {id !== undefined && <OpenTask key={id} {...{ id, over, setOver, onClose }} />}
    </RecordDrawer>
  );
}

type OpenTaskProps = {
  id: string;
  over: Over;
  setOver: (over: Over) => void;
  onClose: () => void;
};

function OpenTask({ id, over, setOver, onClose }: OpenTaskProps) {
  const query = useQuery(taskQuery(id));
  const task = query.data?.task;
  // Of one that was deleted meanwhile, so that what is typed for it stays.
  const [known, setKnown] = useState(task);
  if (task && task !== known) setKnown(task);
  const close = () => setOver(null);
  return (
    <>
      <RecordInDrawer
        query={query}
        title={<bdi>{task?.title ?? 'Task'}</bdi>}
        words={{
          loading: 'Loading the task',
          failure: 'Failed to fetch the task',
          missing: 'This task no longer exists.',
        }}
      >
        {(data) => <Details task={data.task} pass={data.pass} over={over} setOver={setOver} />}
      </RecordInDrawer>
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
      <div className={styles.head}>
        <div className={styles.facts}>
          <TaskState task={task} />
          <TaskDue task={task} isWhole />
        </div>
        <p className={styles.assignee}>
          For <bdi>{assignee.fullName}</bdi>
        </p>
      </div>
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
