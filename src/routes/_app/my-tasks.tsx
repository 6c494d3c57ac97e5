import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { MyTasksPage } from '#src/features/tasks/ui/my-tasks-page.tsx';
import { ownTaskSearchSchema } from '#src/features/tasks/ui/tasks-queries.ts';

export const Route = createFileRoute('/_app/my-tasks')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Tasks · Velvet Rope' }] }),
  validateSearch: ownTaskSearchSchema,
  component: MyTasksPage,
});
