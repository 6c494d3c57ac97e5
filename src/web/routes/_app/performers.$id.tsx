import { createFileRoute } from '@tanstack/react-router';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import { PerformerPage } from '#src/features/agency/performers/ui/performer-page.tsx';
import { ConsentsPanel } from '#src/features/content/consents/ui/consents-panel.tsx';
import { PostsPanel } from '#src/features/content/consents/ui/posts-panel.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PerformerAgreementsPanel } from '#src/features/trust/agreements/ui/performer-agreements-panel.tsx';
import { RecordsPanel } from '#src/features/trust/record-index/ui/records-panel.tsx';
import { InvitationsPanel } from '#src/features/trust/releases/ui/invitations-panel.tsx';

export const Route = createFileRoute('/_app/performers/$id')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Performer · Velvet Rope' }] }),
  component: () => <PerformerPage panels={Panels} />,
});

const Panels = ({ performer }: { performer: Performer }) => (
  <>
    <ConsentsPanel performer={performer} />
    <InvitationsPanel performer={performer} />
    <PerformerAgreementsPanel performerId={performer.id} />
    <RecordsPanel performerId={performer.id} />
    <PostsPanel performerId={performer.id} />
  </>
);
