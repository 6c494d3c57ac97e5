import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { draftSearchSchema } from '#src/features/posts/ui/content-posts.ts';
import { NewPostPage } from '#src/features/posts/ui/new-post-page.tsx';

export const Route = createFileRoute('/_app/content/new')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'New Post · Velvet Rope' }] }),
  validateSearch: draftSearchSchema,
  component: NewPostPage,
});
