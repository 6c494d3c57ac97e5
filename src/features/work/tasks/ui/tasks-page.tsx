import { ActionIcon } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ListTodo, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { useAssignRows } from '#src/features/identity/colleagues/ui/assign-rows.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import { TagFilterSelect } from '#src/features/identity/tags/ui/tag-filter.tsx';
import { useTagRows } from '#src/features/identity/tags/ui/tag-rows.tsx';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useNeighbours } from '#src/ui/records/use-neighbours.ts';
import { isOverdue, isUnfinished, stageOf } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { TaskDialog } from './form/task-dialog.tsx';
import { CloseRows, useCloseRows } from './review/close-rows.tsx';
import { DeleteTaskDialog } from './review/delete-task-dialog.tsx';
import { TaskDrawer } from './review/task-drawer.tsx';
import { REVIEW_COLUMNS, TASK_COLUMNS } from './task-columns.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { ASSIGN_TASKS, TAGGED_TASKS, taskQuery, tasksList } from './tasks-queries.ts';
import { useLiveTasks } from './use-live-tasks.ts';

const route = getRouteApi('/_app/tasks');

type TasksPageProps = {
  /** The colleagues’ comments on a task. */
  comments: (id: string) => ReactNode;
};

/** Lists all tasks for the back office. */
export function TasksPage({ comments }: TasksPageProps) {
  const list = useList(tasksList, route);
  const { search, open, close, change, changeFilter } = list;
  const tab = search.status ?? 'open';
  const neighbours = useNeighbours(list.query.data?.rows, search.task, {
    onTurn: (task) => change({ task }),
    queryOf: taskQuery,
  });
  const [deleted, setDeleted] = useState<TaskRow | null>(null);
  const assignRows = useAssignRows({ assign: ASSIGN_TASKS, labelOf: titleOf });
  const closeRows = useCloseRows();
  const tagRows = useTagRows({ tagged: TAGGED_TASKS, labelOf: titleOf });
  useLiveTasks();
  const create = () => open({ action: 'create' });
  usePageShortcuts({ n: create });
  const newTask = <CreateButton label="New Task" onClick={create} />;
  return (
    <>
      <PageHead
        title="Task Requests"
        subtitle="What you’ve asked influencers to do, and what they’ve submitted."
      >
        {newTask}
      </PageHead>
      <TaskTabs
        filter={search}
        value={tab}
        onChange={(status) => changeFilter({ status, sort: undefined })}
      />
      <ListView
        list={list}
        label="Tasks"
        itemLabels={['task', 'tasks']}
        columns={tab === 'review' ? REVIEW_COLUMNS : TASK_COLUMNS}
        failure="Failed to fetch tasks"
        searchLabel="Search titles"
        filters={
          <>
            <InfluencerSelect
              label="Assignee"
              isLabelHidden
              placeholder="Any assignee"
              clearable
              {...list.field('assignedTo')}
            />
            <OwnerFilterSelect {...list.field('owner')} />
            <TagFilterSelect kind="task" {...list.field('tag')} />
          </>
        }
        bulk={{
          actions: (rows, clear) => (
            <>
              {assignRows.select(rows, clear)}
              {tagRows.buttons(rows, clear)}
              <CloseRows rows={rows} close={closeRows} onDone={clear} />
            </>
          ),
        }}
        onOpen={({ id }) => open({ task: id })}
        actions={(row) => <DeleteAction title={row.title} onClick={() => setDeleted(row)} />}
        rowVariant={rowVariantOf}
        empty={
          <Notice
            icon={ListTodo}
            title={tab === 'all' ? 'No tasks yet' : 'Nothing here'}
            text="Ask an influencer for photos, a video or an answer, and follow it here."
          >
            {newTask}
          </Notice>
        }
        noResults={<NoResults title="No tasks found matching your filters" />}
      />
      <TaskDrawer {...list.record('task')} {...neighbours} comments={comments} />
      <TaskDialog
        opened={search.action === 'create'}
        assignee={search.assignedTo ?? null}
        onClose={() => close({ action: undefined })}
      />
      {assignRows.refusals}
      {closeRows.refusals}
      {tagRows.dialogs}
      <DeleteTaskDialog task={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

const titleOf = ({ title }: TaskRow) => title;

const rowVariantOf = (task: TaskRow) => {
  if (isOverdue(task, Date.now())) return 'attention';
  return isUnfinished(task) || stageOf(task) === 'review' ? undefined : 'muted';
};

const DeleteAction = ({ title, onClick }: { title: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${title}`} onClick={onClick}>
    <Trash2 size={16} />
  </ActionIcon>
);
