import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#src/features/backoffice/inbox/ui/inbox-page.tsx';
import { inboxList } from '#src/features/backoffice/inbox/ui/inbox-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { Comments } from '#src/features/work/comments/ui/comments.tsx';

export const Route = createFileRoute('/_app/inbox')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Inbox · Velvet Rope' }] }),
  validateSearch: inboxList.searchSchema,
  component: () => (
    <InboxPage comments={(recordId) => <Comments record={{ kind: 'message', recordId }} />} />
  ),
});
