import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '#src/features/content/studio/ui/content-page.tsx';
import { contentSearchSchema } from '#src/features/content/studio/ui/content-posts.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/content/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Content · Velvet Rope' }] }),
  validateSearch: contentSearchSchema,
  component: ContentPage,
});
