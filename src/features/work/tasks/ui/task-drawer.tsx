import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import type { Task } from '../tasks.schema.ts';
import { DeleteTaskDialog, FailTaskDialog } from './task-confirmations.tsx';
import { TaskDecision } from './task-decision.tsx';
import { TaskDetails } from './task-details.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskInDrawer } from './task-in-drawer.tsx';
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
      <TaskInDrawer query={query}>
        {(data) => (
          <Details task={data.task} mediaToken={data.pass} over={over} setOver={setOver} />
        )}
      </TaskInDrawer>
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

type DetailsProps = { task: Task; mediaToken: string; over: Over; setOver: (over: Over) => void };

const Details = ({ task, mediaToken, over, setOver }: DetailsProps) => (
  <TaskDetails
    task={task}
    mediaToken={mediaToken}
    shown={over !== null && typeof over === 'object' ? over.fileId : null}
    onShow={(fileId) => setOver(fileId === null ? null : { fileId })}
    actions={<TaskDecision task={task} onAsk={setOver} />}
    isBackOffice
  />
);
