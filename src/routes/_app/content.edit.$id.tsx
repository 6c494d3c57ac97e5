import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { EditPostPage } from '#src/features/posts/ui/edit-post-page.tsx';

export const Route = createFileRoute('/_app/content/edit/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Edit Post · Velvet Rope' }] }),
  component: EditPostPage,
});
