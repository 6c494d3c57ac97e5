import { createFileRoute } from '@tanstack/react-router';
import { OwnCalendarPage } from '#src/features/content/planning/ui/calendar-page.tsx';
import { calendarSearchSchema } from '#src/features/content/planning/ui/planning-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/my-content_/calendar')({
  beforeLoad: requireRole('influencer'),
  head: () => ({ meta: [{ title: 'Calendar · Velvet Rope' }] }),
  validateSearch: calendarSearchSchema,
  component: OwnCalendarPage,
});
