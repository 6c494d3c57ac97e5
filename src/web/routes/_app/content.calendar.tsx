import { createFileRoute } from '@tanstack/react-router';
import { CalendarPage } from '#src/features/content/planning/ui/calendar-page.tsx';
import type { calendarSearchSchema } from '#src/features/content/planning/ui/planning-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/content/calendar')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Calendar · Velvet Rope' }] }),
  validateSearch: addressOf<typeof calendarSearchSchema>(),
  component: CalendarPage,
});
