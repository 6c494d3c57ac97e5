import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { marketplaceSearchSchema } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { MarketplacePage } from '#src/features/storefront/marketplace/ui/marketplace-page.tsx';

export const Route = createFileRoute('/_app/marketplace')({
  head: () => ({ meta: [{ title: 'Marketplace · Velvet Rope' }] }),
  validateSearch: marketplaceSearchSchema,
  beforeLoad: requireRole('admin', 'staff', 'influencer', 'subscriber'),
  component: MarketplacePage,
});
