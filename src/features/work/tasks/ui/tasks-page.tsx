import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListTodo, Plus, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { usePageKeys } from '#src/ui/elements/plain-key.ts';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { isOverdue, isUnfinished, stageOf } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { TASK_COLUMNS } from './task-columns.tsx';
import { DeleteTaskDialog } from './task-confirmations.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskDrawer } from './task-drawer.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { filterOf, taskListQuery } from './tasks-queries.ts';
import { useLiveTasks } from './use-live-tasks.ts';

const route = getRouteApi('/_app/tasks');

/** Every task that the office has given, and what has become of it. */
export function TasksPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const [deleted, setDeleted] = useState<TaskRow | null>(null);
  useLiveTasks();
  const filter = filterOf(search);
  const list = useQuery(taskListQuery(filter));
  const create = () => open({ action: 'create' });
  usePageKeys({ n: create });
  const newTask = (
    <Button
      radius="xl"
      leftSection={<Plus size={18} aria-hidden="true" />}
      title="New Task (N)"
      aria-keyshortcuts="n"
      onClick={create}
    >
      New Task
    </Button>
  );
  return (
    <>
      <PageHead
        title="Task Requests"
        lead="What influencers were asked to do, and what they handed in."
      >
        {newTask}
      </PageHead>
      <TaskTabs
        found={filter}
        status={filter.status}
        onStatus={(status) => changeFilter({ status })}
      />
      <ListView
        name="tasks"
        label="Tasks"
        things={['task', 'tasks']}
        columns={TASK_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch tasks"
        searchLabel="Search titles"
        filters={
          <InfluencerSelect
            label="Assignee"
            isLabelHidden
            placeholder="Any assignee"
            clearable
            value={filter.assignedTo ?? null}
            onChange={(id) => changeFilter({ assignedTo: id ?? undefined })}
          />
        }
        isFiltered={Boolean(filter.search ?? filter.assignedTo ?? filter.status)}
        onClear={() =>
          changeFilter({ search: undefined, assignedTo: undefined, status: undefined })
        }
        exportHref={csvHref('/api/tasks.csv', filter)}
        onOpen={({ id }) => open({ task: id })}
        actions={(row) => <DeleteAction title={row.title} onClick={() => setDeleted(row)} />}
        tone={toneOf}
        empty={
          <Notice
            icon={ListTodo}
            title="No tasks yet"
            text="Ask an influencer for pictures, a clip or an answer; you see here what becomes of it."
          >
            {newTask}
          </Notice>
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No tasks found matching your filters"
            text="Try other words, or clear the filters."
          />
        }
      />
      <TaskDrawer id={search.task} onClose={() => close({ task: undefined })} />
      <TaskDialog
        opened={search.action === 'create'}
        assignee={filter.assignedTo ?? null}
        onClose={() => close({ action: undefined })}
      />
      <DeleteTaskDialog task={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

const toneOf = (task: TaskRow) => {
  if (isOverdue(task, Date.now())) return 'late';
  return isUnfinished(task) || stageOf(task) === 'review' ? undefined : 'muted';
};

const DeleteAction = ({ title, onClick }: { title: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${title}`} onClick={onClick}>
    <Trash2 size={16} />
  </ActionIcon>
);
