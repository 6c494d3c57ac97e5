import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { Comments } from '#src/features/work/comments/ui/comments.tsx';
import { TasksPage } from '#src/features/work/tasks/ui/tasks-page.tsx';
import type { tasksList } from '#src/features/work/tasks/ui/tasks-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/tasks')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Task Requests · Velvet Rope' }] }),
  validateSearch: addressOf<typeof tasksList>(),
  component: () => (
    <TasksPage comments={(recordId) => <Comments record={{ kind: 'task', recordId }} />} />
  ),
});
