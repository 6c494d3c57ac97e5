import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ReviewsPage } from '#src/features/trust/reviews/ui/reviews-page.tsx';
import type { reviewsList } from '#src/features/trust/reviews/ui/reviews-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/reviews')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Reviews · Velvet Rope' }] }),
  validateSearch: addressOf<typeof reviewsList>(),
  component: ReviewsPage,
});
