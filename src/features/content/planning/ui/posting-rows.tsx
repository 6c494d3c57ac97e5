import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { gapText } from '../planning.rules.ts';
import type { CalendarPost } from '../planning.schema.ts';
import { groupByDay, type useDragToDay } from './calendar-grid.tsx';
import { CalendarEntry } from './calendar-post.tsx';
import { postingQuery, type Period } from './planning-queries.ts';
import styles from './posting-rows.module.css';

type PostingRowsProps = {
  period: Period;
  posts: readonly CalendarPost[];
  drag: ReturnType<typeof useDragToDay>;
};

/** A week with one row for each influencer, those without a post for the longest time first. */
export function PostingRows({ period, posts, drag }: PostingRowsProps) {
  const { data, isPending, refetch, ...pages } = useInfiniteQuery(postingQuery);
  if (isPending)
    return <Skeleton height={420} radius="md" role="status" aria-label="Loading influencers" />;
  if (!data) {
    return <ErrorNotice title="Failed to fetch influencers" onRetry={() => void refetch()} />;
  }
  const influencers = data.pages.flatMap((page) => page.influencers);
  if (influencers.length === 0) {
    return <Notice title="No influencers yet" text="Active influencers will appear here." />;
  }
  const byInfluencer = Map.groupBy(posts, ({ influencer }) => influencer?.id);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Influencer</th>
            {period.days.map((day) => (
              <th key={day} scope="col" data-today={day === period.today || undefined}>
                {formatInstant(day, 'weekdayDay', 'UTC')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {influencers.map((influencer) => (
            <PostingRow
              key={influencer.id}
              influencer={influencer}
              posts={byInfluencer.get(influencer.id) ?? []}
              {...{ period, drag }}
            />
          ))}
        </tbody>
      </table>
      <ShowMore pages={pages} />
    </>
  );
}

type PostingRowProps = PostingRowsProps & {
  influencer: { id: string; fullName: string; lastAt: string | null; nextAt: string | null };
};

function PostingRow({ period, posts, drag, influencer }: PostingRowProps) {
  const { id, fullName, lastAt, nextAt } = influencer;
  const byDay = groupByDay(posts);
  const now = useNow();
  const gap = gapText(influencer, new Date(now));
  return (
    <tr>
      <th scope="row">
        <Link
          to="."
          search={(search: object) => ({ ...search, view: 'month' as const, influencerId: id })}
        >
          {fullName}
        </Link>
        {gap && <span className={styles.gap}>{gap}</span>}
        <span className={styles.facts}>
          {lastAt && `Last ${formatDate(lastAt)}`}
          {lastAt && nextAt && ' · '}
          {nextAt && `Next ${formatDate(nextAt)}`}
        </span>
      </th>
      {period.days.map((day) => (
        <td
          key={day}
          data-empty={!byDay.has(day) || undefined}
          data-label={formatInstant(day, 'weekdayDay', 'UTC')}
          {...drag.dropProps(day, id)}
        >
          {byDay.get(day)?.map((post) => (
            <CalendarEntry key={post.id} post={post} hasName={false} controls={drag.controls} />
          ))}
        </td>
      ))}
    </tr>
  );
}
