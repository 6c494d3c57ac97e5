import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { MyTasksPage } from '#src/features/work/tasks/ui/my-tasks/my-tasks-page.tsx';
import type { ownTaskSearchSchema } from '#src/features/work/tasks/ui/tasks-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/my-tasks')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Tasks · Velvet Rope' }] }),
  validateSearch: addressOf<typeof ownTaskSearchSchema>(),
  component: MyTasksPage,
});
