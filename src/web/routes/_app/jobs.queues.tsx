import { createFileRoute } from '@tanstack/react-router';
import { JobQueuesPage } from '#src/features/backoffice/background-jobs/ui/job-queues-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/jobs/queues')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Queues and Schedules · Velvet Rope' }] }),
  component: JobQueuesPage,
});
