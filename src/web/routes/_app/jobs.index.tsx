import { createFileRoute } from '@tanstack/react-router';
import type { failedJobsList } from '#src/features/backoffice/background-jobs/ui/background-jobs-queries.ts';
import { FailedJobsPage } from '#src/features/backoffice/background-jobs/ui/failed-jobs-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/jobs/')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Background Jobs · Velvet Rope' }] }),
  validateSearch: addressOf<typeof failedJobsList>(),
  component: FailedJobsPage,
});
