import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#src/features/backoffice/inbox/ui/inbox-page.tsx';
import type { inboxList } from '#src/features/backoffice/inbox/ui/inbox-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { Comments } from '#src/features/work/comments/ui/comments.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/inbox')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Inbox · Velvet Rope' }] }),
  validateSearch: addressOf<typeof inboxList>(),
  component: () => (
    <InboxPage comments={(recordId) => <Comments record={{ kind: 'message', recordId }} />} />
  ),
});
