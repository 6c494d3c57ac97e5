import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { ContentPage } from '#src/features/posts/ui/content-page.tsx';
import { contentSearchSchema } from '#src/features/posts/ui/content-posts.ts';

export const Route = createFileRoute('/_app/content/')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Content · Velvet Rope' }] }),
  validateSearch: contentSearchSchema,
  component: ContentPage,
});
