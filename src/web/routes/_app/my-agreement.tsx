import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { OwnAgreementPage } from '#src/features/trust/agreements/ui/own-agreement-page.tsx';

export const Route = createFileRoute('/_app/my-agreement')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'My Agreement · Velvet Rope' }] }),
  component: OwnAgreementPage,
});
