import { createFileRoute } from '@tanstack/react-router';
import type { draftSearchSchema } from '#src/features/content/studio/ui/content-posts.ts';
import { NewPostPage } from '#src/features/content/studio/ui/editor/new-post-page.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/content/new')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'New Post · Velvet Rope' }] }),
  validateSearch: addressOf<typeof draftSearchSchema>(),
  component: NewPostPage,
});
