import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { ReviewTimesPage } from '#src/features/trust/reviews/ui/review-times-page.tsx';
import type { reviewTimesSearchSchema } from '#src/features/trust/reviews/ui/reviews-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/reviews_/times')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Time to Review · Velvet Rope' }] }),
  validateSearch: addressOf<typeof reviewTimesSearchSchema>(),
  component: ReviewTimesPage,
});
