import { createFileRoute } from '@tanstack/react-router';
import { ApplicationsPage } from '#src/features/agency/applications/ui/applications-page.tsx';
import type { applicationsList } from '#src/features/agency/applications/ui/applications-queries.ts';
import { PortfolioPictures } from '#src/features/content/portfolios/ui/portfolio-pictures.tsx';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { Comments } from '#src/features/work/comments/ui/comments.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/applications')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Applications · Velvet Rope' }] }),
  validateSearch: addressOf<typeof applicationsList>(),
  component: () => (
    <ApplicationsPage
      portfolio={(id) => <PortfolioPictures applicationId={id} />}
      comments={(recordId) => <Comments record={{ kind: 'application', recordId }} />}
    />
  ),
});
