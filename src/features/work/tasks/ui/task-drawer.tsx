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

/** What is open above the drawer: a dialog, or the viewer of a file. */
type Overlay = 'edit' | 'delete' | 'fail' | { fileId: string } | null;

type TaskDrawerProps = { id: string | undefined; onClose: () => void };

/** The drawer of a task in the back office, with its actions. */
export function TaskDrawer({ id, onClose }: TaskDrawerProps) {
  const [overlay, setOverlay] = useState<Overlay>(null);
  return (
    <RecordDrawer
      opened={id !== undefined}
      size="36rem"
      isCovered={overlay !== null}
      onClose={onClose}
    >
      {id !== undefined && <OpenTask key={id} {...{ id, overlay, setOverlay, onClose }} />}
    </RecordDrawer>
  );
}

type OpenTaskProps = {
  id: string;
  overlay: Overlay;
  setOverlay: (overlay: Overlay) => void;
  onClose: () => void;
};

function OpenTask({ id, overlay, setOverlay, onClose }: OpenTaskProps) {
  const query = useQuery(taskQuery(id));
  const task = query.data?.task;
  // The last known task keeps the form open if the task is deleted in the meantime.
  const [known, setKnown] = useState(task);
  if (task && task !== known) setKnown(task);
  const close = () => setOverlay(null);
  return (
    <>
      <TaskInDrawer query={query}>
        {(data) => (
          <Details
            task={data.task}
            mediaToken={data.mediaToken}
            overlay={overlay}
            setOverlay={setOverlay}
          />
        )}
      </TaskInDrawer>
      {known && (
        <>
          <TaskDialog opened={overlay === 'edit'} task={known} onClose={close} />
          <FailTaskDialog task={known} opened={overlay === 'fail'} onClose={close} />
          <DeleteTaskDialog
            task={overlay === 'delete' ? known : null}
            onClose={close}
            onDeleted={onClose}
          />
        </>
      )}
    </>
  );
}

type DetailsProps = {
  task: Task;
  mediaToken: string;
  overlay: Overlay;
  setOverlay: (overlay: Overlay) => void;
};

const Details = ({ task, mediaToken, overlay, setOverlay }: DetailsProps) => (
  <TaskDetails
    task={task}
    mediaToken={mediaToken}
    shown={overlay !== null && typeof overlay === 'object' ? overlay.fileId : null}
    onShow={(fileId) => setOverlay(fileId === null ? null : { fileId })}
    actions={<TaskDecision task={task} onAction={setOverlay} />}
    isBackOffice
  />
);
