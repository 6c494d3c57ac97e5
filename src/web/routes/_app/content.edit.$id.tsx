import { createFileRoute } from '@tanstack/react-router';
import { EditPostPage } from '#src/features/content/studio/ui/editor/edit-post-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/content/edit/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Edit Post · Velvet Rope' }] }),
  component: EditPostPage,
});
