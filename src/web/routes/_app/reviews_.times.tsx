import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { REVIEW_TIME_UNITS } from '#src/features/trust/reviews/review-times.schema.ts';
import { ReviewTimesPage } from '#src/features/trust/reviews/ui/review-times-page.tsx';

export const Route = createFileRoute('/_app/reviews_/times')({
  beforeLoad: requireRole('admin'),
  head: () => ({ meta: [{ title: 'Time to Review · Velvet Rope' }] }),
  validateSearch: z.object({ unit: z.enum(REVIEW_TIME_UNITS).optional().catch(undefined) }),
  component: ReviewTimesPage,
});
