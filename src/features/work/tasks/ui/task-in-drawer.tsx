import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import type { OpenedTask } from '../tasks.schema.ts';

type TaskInDrawerProps = {
  query: UseQueryResult<OpenedTask | null>;
  /** Buttons beside the title. */
  controls?: ReactNode;
  children: (opened: OpenedTask) => ReactNode;
};

/** A task with its title, in the drawer of its list. */
export function TaskInDrawer({ query, controls, children }: TaskInDrawerProps) {
  return (
    <RecordInDrawer
      query={query}
      controls={controls}
      title={<bdi>{query.data?.task.title ?? 'Task'}</bdi>}
      text={{
        loading: 'Loading the task',
        failure: 'Failed to fetch the task',
        missing: 'This task no longer exists.',
      }}
    >
      {children}
    </RecordInDrawer>
  );
}
