import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { PriceChangesPage } from '#src/features/money/plans/ui/price-changes-page.tsx';
import type { priceNoticesList } from '#src/features/money/plans/ui/price-changes-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/price-changes')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Price Change · Velvet Rope' }] }),
  validateSearch: addressOf<typeof priceNoticesList>(),
  component: PriceChangesPage,
});
