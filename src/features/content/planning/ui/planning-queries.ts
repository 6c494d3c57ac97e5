import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { getTodayIn } from '#src/lib/locale/wall-time.ts';
import { dayStart } from '#src/ui/forms/day-start.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { CALENDAR_VIEWS, daysOf, type CalendarView, type Day } from '../planning.rules.ts';

/** Search parameters of the calendar; `day` is a day of the shown period. */
export const calendarSearchSchema = listSearchSchema({
  view: z.enum(CALENDAR_VIEWS).optional(),
  day: z.iso.date().optional(),
  influencerId: z.uuid().optional(),
});
export type CalendarSearch = z.output<typeof calendarSearchSchema>;

/** What the calendar shows. */
export type Period = { view: CalendarView; day: Day; today: Day; days: Day[] };

/** The period of the address, by default the current month. */
export function periodOf(search: CalendarSearch, views: readonly CalendarView[]): Period {
  const { day } = search;
  const view = views.find((each) => each === search.view) ?? 'month';
  const today = getTodayIn(screenTimeZone());
  const shown = day ?? today;
  return { view, day: shown, today, days: daysOf(view, shown) };
}

/** The posts on these days. Their key starts like that of all posts, which changes refetch. */
export function calendarQuery(days: Day[], influencerId: string | undefined) {
  const query = { from: dayStart(days[0]!), to: dayStart(days.at(-1)!, 1), influencerId };
  return queryOptions({
    queryKey: ['posts', 'calendar', query],
    queryFn: () => call(client.api.calendar.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** The influencers, those without a post for the longest time first. */
export const postingQuery = infiniteQueryOptions({
  queryKey: ['posts', 'posting'],
  queryFn: ({ pageParam }) =>
    call(client.api.calendar.influencers.$get({ query: { cursor: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
