import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '#src/features/content/studio/ui/content-page.tsx';
import type { contentSearchSchema } from '#src/features/content/studio/ui/content-posts.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/content/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Content · Velvet Rope' }] }),
  validateSearch: addressOf<typeof contentSearchSchema>(),
  component: ContentPage,
});
