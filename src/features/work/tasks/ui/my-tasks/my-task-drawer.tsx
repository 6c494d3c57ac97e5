import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RecordDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import type { Task } from '../../tasks.schema.ts';
import { TaskDetails } from '../task-details.tsx';
import { TaskInDrawer } from '../task-in-drawer.tsx';
import { useMarkTasksRead } from '../task-notifications-queries.ts';
import { taskQuery } from '../tasks-queries.ts';
import { MyTaskActions } from './my-task-actions.tsx';

type MyTaskDrawerProps = {
  id: string | undefined;
  /** Whether the submit dialog is open above the drawer. */
  isCovered: boolean;
  onClose: () => void;
  onSubmit: (task: Task) => void;
};

/** The drawer of an own task. Opening it marks the notifications of the task as read. */
export function MyTaskDrawer({ id, isCovered, onClose, onSubmit }: MyTaskDrawerProps) {
  const [fileId, setFileId] = useState<string | null>(null);
  return (
    <RecordDrawer
      opened={id !== undefined}
      size="36rem"
      isCovered={isCovered || fileId !== null}
      onClose={onClose}
    >
      {id !== undefined && (
        <OpenTask key={id} id={id} shown={fileId} onShow={setFileId} onSubmit={onSubmit} />
      )}
    </RecordDrawer>
  );
}

type OpenTaskProps = Pick<MyTaskDrawerProps, 'onSubmit'> & {
  id: string;
  shown: string | null;
  onShow: (fileId: string | null) => void;
};

function OpenTask({ id, shown, onShow, onSubmit }: OpenTaskProps) {
  const query = useQuery(taskQuery(id));
  const { mutate: markRead } = useMarkTasksRead();
  const task = query.data?.task;
  const isOpen = task !== undefined;
  const version = task?.version;
  // Repeated for each version, because events are visible while the drawer is open.
  useEffect(() => {
    if (isOpen) markRead(id);
  }, [isOpen, id, version, markRead]);
  return (
    <TaskInDrawer query={query}>
      {(data) => (
        <TaskDetails
          task={data.task}
          mediaToken={data.mediaToken}
          shown={shown}
          onShow={onShow}
          actions={<MyTaskActions task={data.task} onSubmit={() => onSubmit(data.task)} />}
        />
      )}
    </TaskInDrawer>
  );
}
