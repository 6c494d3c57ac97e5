import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, FolderPlus, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { refreshStudio } from '#src/features/content/studio/ui/content-posts.ts';
import { addDays } from '#src/lib/dates.ts';
import { formatInstant, formatUtcRange, formatZoneName } from '#src/lib/locale/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { monthAfter, type CalendarView } from '../planning.rules.ts';
import { CALENDAR_LIMIT, type CalendarPost } from '../planning.schema.ts';
import { CalendarGrid, useDragToDay } from './calendar-grid.tsx';
import styles from './calendar-page.module.css';
import { MoveDialog } from './move-dialog.tsx';
import {
  calendarQuery,
  periodOf,
  type CalendarSearch,
  type Period,
  calendarSearchSchema,
} from './planning-queries.ts';
import { PostingRows } from './posting-rows.tsx';
import { useMovePost } from './use-move-post.ts';

const route = getRouteApi('/_app/content/calendar');
const ownRoute = getRouteApi('/_app/my-content_/calendar');

/** The calendar of the back office, in which posts can be moved. */
export function CalendarPage() {
  const { search, change } = useListAddress(
    useCheckedSearch(route, calendarSearchSchema),
    route.useNavigate(),
  );
  const move = useMovePost();
  return (
    <>
      <PageHead title="Calendar" subtitle={<TimeZone />}>
        <div className={styles.actions}>
          <Button
            variant="default"
            radius="xl"
            leftSection={<FolderPlus size={18} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/content/plan" {...props} />}
          >
            Schedule files
          </Button>
          <Button
            radius="xl"
            leftSection={<Plus size={18} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/content/new" {...props} />}
          >
            New Post
          </Button>
        </div>
      </PageHead>
      <Calendar
        search={search}
        onChange={change}
        move={move}
        views={['month', 'week', 'influencers']}
        influencerField={
          search.view !== 'influencers' && (
            <InfluencerSelect
              label="Influencer"
              isLabelHidden
              placeholder="All Influencers"
              size="sm"
              clearable
              value={search.influencerId ?? null}
              onChange={(id) => change({ influencerId: id ?? undefined })}
            />
          )
        }
      />
    </>
  );
}

/** An influencer's calendar of their own posts. */
export function OwnCalendarPage() {
  const { search, change } = useListAddress(
    useCheckedSearch(ownRoute, calendarSearchSchema),
    ownRoute.useNavigate(),
  );
  return (
    <>
      <BackLink to="/my-content">Back to My Content</BackLink>
      <PageHead title="Calendar" subtitle={<TimeZone />} />
      <Calendar search={search} onChange={change} move={null} views={['month', 'week']} />
    </>
  );
}

function TimeZone() {
  const zone = screenTimeZone();
  const name = formatZoneName(useNow(), zone);
  return (
    <>
      Times are in your time zone, {zone.replaceAll('_', ' ')}
      {name !== zone && ` (${name})`}.
    </>
  );
}

type CalendarProps = {
  search: CalendarSearch;
  onChange: (changed: Partial<CalendarSearch>) => void;
  /** Null if posts cannot be moved. */
  move: ReturnType<typeof useMovePost> | null;
  views: CalendarView[];
  influencerField?: ReactNode;
};

const VIEW_LABELS = { month: 'Month', week: 'Week', influencers: 'By influencer' };

function Calendar({ search, onChange, move, views, influencerField }: CalendarProps) {
  const period = periodOf(search, views);
  const { view } = period;
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="View"
          radius="xl"
          data={views.map((value) => ({ value, label: VIEW_LABELS[value] }))}
          value={view}
          onChange={(value) => onChange({ view: views.find((each) => each === value) })}
        />
        <PeriodControls period={period} onChange={(day) => onChange({ day })} />
        {influencerField}
      </div>
      <Days
        period={period}
        influencerId={
          views.includes('influencers') && view !== 'influencers' ? search.influencerId : undefined
        }
        move={move}
      />
    </>
  );
}

type PeriodControlsProps = { period: Period; onChange: (day: string | undefined) => void };

function PeriodControls({ period: { view, day, days }, onChange }: PeriodControlsProps) {
  const isMonth = view === 'month';
  const step = (by: -1 | 1) => onChange(isMonth ? monthAfter(day, by) : addDays(day, 7 * by));
  const unit = isMonth ? 'month' : 'week';
  return (
    <div className={styles.period}>
      <ActionIcon
        variant="default"
        radius="xl"
        size="lg"
        aria-label={`Previous ${unit}`}
        onClick={() => step(-1)}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        radius="xl"
        size="lg"
        aria-label={`Next ${unit}`}
        onClick={() => step(1)}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      <Button variant="default" size="sm" radius="xl" onClick={() => onChange(undefined)}>
        Today
      </Button>
      <h2 aria-live="polite">
        {isMonth ? formatInstant(day, 'month', 'UTC') : formatUtcRange(days[0]!, days.at(-1)!)}
      </h2>
    </div>
  );
}

type DaysProps = {
  period: Period;
  influencerId: string | undefined;
  move: CalendarProps['move'];
};

function Days({ period, influencerId, move }: DaysProps) {
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(calendarQuery(period.days, influencerId));
  const [chosen, setChosen] = useState<CalendarPost | null>(null);
  const drag = useDragToDay(period, move, setChosen);
  useLiveEvents('media', () => void refreshStudio(queryClient));
  if (isPending)
    return <Skeleton height={420} radius="md" role="status" aria-label="Loading posts" />;
  if (!data) return <ErrorNotice title="Failed to fetch posts" onRetry={() => void refetch()} />;
  const { posts, hasMore } = data;
  return (
    <>
      {hasMore && (
        <p className={styles.note} role="status">
          Only the first {CALENDAR_LIMIT} posts of this period are shown. Choose an influencer or a
          week.
        </p>
      )}
      {posts.length === 0 && period.view !== 'influencers' && (
        <p className={styles.note} role="status">
          No posts in this {period.view}.
        </p>
      )}
      {period.view === 'influencers' ? (
        <PostingRows period={period} posts={posts} drag={drag} />
      ) : (
        <CalendarGrid
          period={period}
          posts={posts}
          isOfOne={move === null || influencerId !== undefined}
          drag={drag}
        />
      )}
      {move && <MoveDialog post={chosen} move={move} onClose={() => setChosen(null)} />}
    </>
  );
}
