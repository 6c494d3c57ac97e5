import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import type { marketplaceSearchSchema } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { MarketplacePage } from '#src/features/storefront/marketplace/ui/marketplace-page.tsx';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/marketplace')({
  head: () => ({ meta: [{ title: 'Marketplace · Velvet Rope' }] }),
  validateSearch: addressOf<typeof marketplaceSearchSchema>(),
  beforeLoad: requireRole('admin', 'staff', 'influencer', 'subscriber'),
  component: MarketplacePage,
});
