import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { marketplaceSearchSchema } from '#src/features/marketplace/marketplace.schema.ts';
import { MarketplacePage } from '#src/features/marketplace/ui/marketplace-page.tsx';

export const Route = createFileRoute('/_app/marketplace')({
  head: () => ({ meta: [{ title: 'Marketplace · Velvet Rope' }] }),
  validateSearch: marketplaceSearchSchema,
  beforeLoad: requireRole('admin', 'staff', 'influencer', 'subscriber'),
  component: MarketplacePage,
});
