import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#src/ui/elements/use-now.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { Task } from '../../tasks.schema.ts';
import { ownTasksQuery, ownTaskSearchSchema } from '../tasks-queries.ts';
import { useLiveTasks } from '../use-live-tasks.ts';
import { groupTasks } from './group-tasks.ts';
import { MyTaskCard } from './my-task-card.tsx';
import { MyTaskDrawer } from './my-task-drawer.tsx';
import styles from './my-tasks-page.module.css';
import { SubmitTaskDialog } from './submit-task-dialog.tsx';

const route = getRouteApi('/_app/my-tasks');
const FAILURE = 'Failed to fetch your tasks';

/** Lists an influencer's own tasks by urgency. */
export function MyTasksPage() {
  const address = useListAddress(useCheckedSearch(route, ownTaskSearchSchema), route.useNavigate());
  const open = useInfiniteQuery(ownTasksQuery('open'));
  const done = useInfiniteQuery(ownTasksQuery('done'));
  const [submitted, setSubmitted] = useState<Task | null>(null);
  useLiveTasks();

  if (open.isPending || done.isPending) return <Waiting />;
  if (!open.data || !done.data) {
    return (
      <>
        <PageHead title="My Tasks" />
        <ErrorNotice
          title={FAILURE}
          onRetry={() => void Promise.all([open.refetch(), done.refetch()])}
        />
      </>
    );
  }
  const tasks = open.data.pages.flatMap((page) => page.tasks);
  const finished = done.data.pages.flatMap((page) => page.tasks);
  const mediaToken = open.data.pages[0]?.mediaToken ?? '';
  return (
    <>
      <PageHead title="My Tasks" subtitle={<TaskSummary tasks={tasks} />} />
      {tasks.length + finished.length === 0 ? (
        <Notice
          icon={ListTodo}
          title="No tasks yet"
          text="Tasks from your agency will appear here."
        />
      ) : (
        <Groups tasks={tasks} mediaToken={mediaToken} onSubmit={setSubmitted} />
      )}
      <ShowMore pages={open} />
      {finished.length > 0 && (
        <Group title="Done" count={done.data.pages[0]!.total}>
          {finished.map((task) => (
            <MyTaskCard key={task.id} task={task} mediaToken={mediaToken} />
          ))}
        </Group>
      )}
      <ShowMore pages={done} />
      <MyTaskDrawer
        id={address.search.task}
        isCovered={submitted !== null}
        onClose={() => address.close({ task: undefined })}
        onSubmit={setSubmitted}
      />
      <SubmitTaskDialog
        task={submitted}
        mediaToken={mediaToken}
        onClose={() => setSubmitted(null)}
      />
    </>
  );
}

function TaskSummary({ tasks }: { tasks: Task[] }) {
  const groups = groupTasks(tasks, useNow());
  const count = (...names: string[]) =>
    groups
      .filter(({ name }) => names.includes(name))
      .reduce((sum, { tasks: of }) => sum + of.length, 0);
  const late = count('Overdue');
  const rest = count('Changes requested', 'Due soon', 'In progress', 'To start');
  if (late + rest === 0) return <span role="status">Nothing to do right now.</span>;
  const tasksText = (number: number) => `${number} ${number === 1 ? 'task' : 'tasks'}`;
  return (
    <span role="status">
      {late > 0 && <strong className={styles.late}>{tasksText(late)} overdue</strong>}
      {late > 0 && rest > 0 && ', '}
      {rest > 0 && `${tasksText(rest)} to do`}.
    </span>
  );
}

type GroupsProps = { tasks: Task[]; mediaToken: string; onSubmit: (task: Task) => void };

function Groups({ tasks, mediaToken, onSubmit }: GroupsProps) {
  const now = useNow();
  return groupTasks(tasks, now).map((group) => (
    <Group key={group.name} title={group.name} isLate={group.name === 'Overdue'}>
      {group.tasks.map((task) => (
        <MyTaskCard
          key={task.id}
          task={task}
          mediaToken={mediaToken}
          onSubmit={() => onSubmit(task)}
        />
      ))}
    </Group>
  ));
}

type GroupProps = {
  title: string;
  /** The total, if more tasks exist than are shown. */
  count?: number;
  isLate?: boolean;
  children: React.ReactNode[];
};

const Group = ({ title, count, isLate = false, children }: GroupProps) => (
  <section className={styles.group} data-late={isLate || undefined} aria-label={title}>
    <h2>
      {title} <span className={styles.count}>{count ?? children.length}</span>
    </h2>
    <div className={styles.cards}>{children}</div>
  </section>
);

const Waiting = () => (
  <>
    <PageHead title="My Tasks" subtitle="…" />
    <div className={styles.cards} role="status" aria-label="Loading tasks">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={170} radius="md" />
      ))}
    </div>
  </>
);
