import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { dayOf, findGaps, type Day, type Gap } from '../planning.rules.ts';
import type { CalendarPost } from '../planning.schema.ts';
import styles from './calendar-grid.module.css';
import { CalendarEntry, type MoveControls } from './calendar-post.tsx';
import type { Period } from './planning-queries.ts';
import type { MovePost } from './use-move-post.ts';

/** The days of the calendar with their posts, by day. */
export function groupByDay(posts: readonly CalendarPost[]): Map<Day, CalendarPost[]> {
  return Map.groupBy(posts, ({ at }) => dayOf(at, screenTimeZone()));
}

/** Lets posts be dropped on days from today on; null controls for an influencer, who only reads. */
export function useDragToDay(
  { today }: Period,
  move: MovePost | null,
  onChoose: (post: CalendarPost) => void,
) {
  const [dragged, setDragged] = useState<CalendarPost | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const controls: MoveControls | null = move && {
    focusMoved: move.focusMoved,
    onChoose,
    onDragStart: setDragged,
    onDragEnd: end,
  };
  /** The properties of a place for drops; `row` is the only influencer whose posts it takes. */
  const dropProps = (day: Day, row?: string) => {
    const key = `${row ?? ''}${day}`;
    const isOpen =
      dragged !== null && day >= today && (row === undefined || row === dragged.influencer?.id);
    return {
      'data-over': (isOpen && over === key) || undefined,
      'data-closed': (dragged !== null && !isOpen) || undefined,
      onDragOver(event: React.DragEvent) {
        if (!isOpen) return;
        event.preventDefault();
        setOver(key);
      },
      onDrop(event: React.DragEvent) {
        event.preventDefault();
        if (isOpen) void move?.moveToDay(dragged, day);
        end();
      },
    };
  };
  return { controls, dropProps };
}

type CalendarGridProps = {
  period: Period;
  posts: readonly CalendarPost[];
  /** Whether all posts are of one influencer, whose gaps are shown. */
  isOfOne: boolean;
  drag: ReturnType<typeof useDragToDay>;
};

/** The days of a month or week as a grid, on phones as a list. */
export function CalendarGrid({ period, posts, isOfOne, drag }: CalendarGridProps) {
  const { view, day, today, days } = period;
  const byDay = groupByDay(posts);
  const published = posts.filter(({ state }) => state !== 'draft');
  const gaps = isOfOne ? findGaps(days, new Set(groupByDay(published).keys())) : [];
  return (
    <>
      <div className={styles.weekdays} aria-hidden="true">
        {days.slice(0, 7).map((each) => (
          <span key={each}>{formatInstant(each, 'weekday', 'UTC')}</span>
        ))}
      </div>
      <ol className={styles.days} data-view={view} aria-label="Days">
        {days.map((each) => (
          <CalendarDay
            key={each}
            day={each}
            posts={byDay.get(each) ?? []}
            gap={gaps.find(({ first }) => first === each)}
            isInGap={gaps.some(({ first, length }) => isWithin(each, first, length))}
            today={today}
            isOutside={view === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
            {...{ isOfOne, drag }}
          />
        ))}
      </ol>
    </>
  );
}

const isWithin = (day: Day, first: Day, length: number) =>
  day >= first && Date.parse(day) < Date.parse(first) + length * 24 * 60 * 60_000;

type CalendarDayProps = Pick<CalendarGridProps, 'isOfOne' | 'drag'> & {
  day: Day;
  posts: CalendarPost[];
  gap: Gap | undefined;
  isInGap: boolean;
  today: Day;
  isOutside: boolean;
};

/** The number of posts of a day that a month shows; the rest is in the week. */
const SHOWN_POSTS = 4;

function CalendarDay({ day, posts, gap, ...props }: CalendarDayProps) {
  const { isInGap, today, isOutside, isOfOne, drag } = props;
  const isToday = day === today;
  const label = formatInstant(day, 'weekdayDay', 'UTC');
  return (
    <li
      className={styles.day}
      aria-label={isToday ? `${label}, today` : label}
      data-day={day}
      data-empty={posts.length === 0 || undefined}
      data-gap={isInGap || undefined}
      data-gap-start={gap !== undefined || undefined}
      data-today={isToday || undefined}
      data-past={day < today || undefined}
      data-outside={isOutside || undefined}
      {...drag.dropProps(day)}
    >
      <time className={styles.date} dateTime={day}>
        <span className={styles.long}>{label}</span>
        <span className={styles.number}>{Number(day.slice(8))}</span>
      </time>
      {gap && <p className={styles.gap}>No post for {gap.length} days</p>}
      {posts.map((post) => (
        <CalendarEntry key={post.id} post={post} hasName={!isOfOne} controls={drag.controls} />
      ))}
      {posts.length > SHOWN_POSTS && (
        <Link
          to="."
          search={(search: object) => ({ ...search, view: 'week' as const, day })}
          className={styles.more}
        >
          {posts.length - SHOWN_POSTS} more
        </Link>
      )}
    </li>
  );
}
