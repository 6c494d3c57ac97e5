import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { OwnerSelect } from '#src/features/identity/colleagues/ui/owner-select.tsx';
import { RecordTags } from '#src/features/identity/tags/ui/record-tags.tsx';
import { RecordDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { NeighbourButtons } from '#src/ui/records/neighbour-buttons.tsx';
import type { Neighbours } from '#src/ui/records/use-neighbours.ts';
import { isPossible } from '../../tasks.rules.ts';
import type { OpenedTask } from '../../tasks.schema.ts';
import { TaskDialog } from '../form/task-dialog.tsx';
import { TaskDetails } from '../task-details.tsx';
import { TaskInDrawer } from '../task-in-drawer.tsx';
import { ASSIGN_TASKS, TAGGED_TASKS, taskQuery } from '../tasks-queries.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import { DeleteTaskDialog } from './delete-task-dialog.tsx';
import { ReasonDialog, type ReasonedDecision } from './reason-dialog.tsx';
import { RequestChangesDialog } from './request-changes-dialog.tsx';
import { TaskDecision, type DialogAction } from './task-decision.tsx';

/** What is open above the drawer: a dialog, or the viewer of a file. */
type Overlay = DialogAction | { fileId: string } | null;

type TaskDrawerProps = Neighbours & {
  id: string | undefined;
  /** The colleagues’ comments on a task. */
  comments: (id: string) => ReactNode;
  onClose: () => void;
};

/** The drawer of a task in the back office, with its actions. */
export function TaskDrawer({ id, onClose, ...rest }: TaskDrawerProps) {
  const record = useRef<HTMLDivElement>(null);
  const [overlay, setOverlay] = useState<Overlay>(null);
  return (
    <RecordDrawer
      ref={record}
      opened={id !== undefined}
      size="40rem"
      isCovered={overlay !== null}
      onClose={onClose}
    >
      {id !== undefined && (
        <OpenTask key={id} {...{ id, record, overlay, setOverlay, onClose }} {...rest} />
      )}
    </RecordDrawer>
  );
}

type OpenTaskProps = Neighbours & {
  id: string;
  comments: (id: string) => ReactNode;
  record: RefObject<HTMLDivElement | null>;
  overlay: Overlay;
  setOverlay: (overlay: Overlay) => void;
  onClose: () => void;
};

function OpenTask(props: OpenTaskProps) {
  const { id, record, overlay, setOverlay, onClose, comments, ...neighbours } = props;
  const query = useQuery(taskQuery(id));
  // The last known task keeps a form open if the task is deleted in the meantime.
  const [known, setKnown] = useState(query.data);
  if (query.data && query.data !== known) setKnown(query.data);
  return (
    <>
      <TaskInDrawer
        query={query}
        controls={<NeighbourButtons itemLabel="task" {...{ record, ...neighbours }} />}
      >
        {({ task, mediaToken, owner, tags }) => (
          <TaskDetails
            task={task}
            mediaToken={mediaToken}
            shown={overlay !== null && typeof overlay === 'object' ? overlay.fileId : null}
            onShow={(fileId) => setOverlay(fileId === null ? null : { fileId })}
            actions={<TaskDecision task={task} record={record} onAction={setOverlay} />}
            owner={
              <>
                <OwnerSelect id={task.id} owner={owner} assign={ASSIGN_TASKS} />
                <RecordTags id={task.id} tags={tags} tagged={TAGGED_TASKS} />
              </>
            }
            comments={comments(task.id)}
          />
        )}
      </TaskInDrawer>
      {known && (
        <Dialogs
          opened={known}
          overlay={overlay}
          onClose={() => setOverlay(null)}
          {...{ onDeleted: onClose }}
        />
      )}
    </>
  );
}

type DialogsProps = {
  opened: OpenedTask;
  overlay: Overlay;
  onClose: () => void;
  onDeleted: () => void;
};

const REASONED: readonly Overlay[] = ['fail', 'cancel', 'reopen'] satisfies ReasonedDecision[];

const reasonedOf = (overlay: Overlay) =>
  REASONED.includes(overlay) ? (overlay as ReasonedDecision) : null;

const Dialogs = ({ opened: { task, mediaToken }, overlay, onClose, onDeleted }: DialogsProps) => (
  <>
    <TaskDialog opened={overlay === 'edit'} task={task} onClose={onClose} />
    <CloseTaskDialog
      task={task}
      opened={overlay === 'close' && isPossible('close', task)}
      onClose={onClose}
    />
    <RequestChangesDialog
      task={task}
      mediaToken={mediaToken}
      opened={overlay === 'request_changes'}
      onClose={onClose}
    />
    <ReasonDialog taskId={task.id} decision={reasonedOf(overlay)} onClose={onClose} />
    <DeleteTaskDialog
      task={overlay === 'delete' ? task : null}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  </>
);
