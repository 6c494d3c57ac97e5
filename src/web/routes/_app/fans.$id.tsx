import { createFileRoute } from '@tanstack/react-router';
import type { fanFileSearchSchema } from '#src/features/backoffice/fan-file/fan-file.schema.ts';
import { FanFilePage } from '#src/features/backoffice/fan-file/ui/fan-file-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/fans/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Fan · Velvet Rope' }] }),
  validateSearch: addressOf<typeof fanFileSearchSchema>(),
  component: FanFilePage,
});
