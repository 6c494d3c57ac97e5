import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheckBig, Hourglass, Timer } from 'lucide-react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { StatCard, StatCards, StatWarning } from '#src/ui/page/stat-card.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import {
  SHOWN_REVIEW_TIMES,
  type ReviewTimeFigures,
  type ReviewTimes,
  type ReviewTimeUnit,
} from '../review-times.schema.ts';
import { formatMinutes, shareWithinAim } from '../reviews.rules.ts';
import styles from './review-times-page.module.css';
import { reviewTimesQuery, reviewTimesSearchSchema } from './reviews-queries.ts';

const route = getRouteApi('/_app/reviews_/times');

const UNITS: { value: ReviewTimeUnit; label: string }[] = [
  { value: 'week', label: 'By week' },
  { value: 'day', label: 'By day' },
];

/** How long reviews take: now, by day or week, and by who decided. */
export function ReviewTimesPage() {
  const { unit = 'week' } = useCheckedSearch(route, reviewTimesSearchSchema);
  const navigate = route.useNavigate();
  const { data, error, refetch, isFetching } = useQuery(reviewTimesQuery(unit));
  return (
    <>
      <BackLink to="/reviews">Reviews</BackLink>
      <PageHead
        title="Time to Review"
        subtitle="From when a post is ready for review to the decision. Days are UTC."
      />
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="Periods"
          radius="xl"
          data={UNITS}
          value={unit}
          onChange={(value) =>
            void navigate({
              search: { unit: value as ReviewTimeUnit },
              replace: true,
              resetScroll: false,
            })
          }
        />
        <DownloadButton href={`/api/review-times.csv?unit=${unit}`}>Export CSV</DownloadButton>
      </div>
      {data ? (
        <div aria-busy={isFetching} className={styles.stack}>
          <Figures times={data} />
          <Tables times={data} />
        </div>
      ) : error ? (
        <ErrorNotice title="Failed to fetch the times" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="16rem" />
      )}
    </>
  );
}

const minutesText = (minutes: number | null) => (minutes === null ? '–' : formatMinutes(minutes));
const shareText = (figures: ReviewTimeFigures) => {
  const share = shareWithinAim(figures);
  return share === null ? '–' : `${share}%`;
};

function Figures({ times: { unit, aimHours, waiting, total } }: { times: ReviewTimes }) {
  const shown = `the last ${SHOWN_REVIEW_TIMES[unit]} ${unit}s`;
  return (
    <StatCards label="Time to review">
      <StatCard
        label="Longest wait now"
        icon={Hourglass}
        value={minutesText(waiting.longestMinutes)}
        meaning="How long the oldest post has been waiting that is ready for review now."
      >
        {formatNumber(waiting.posts)} waiting
        {waiting.beyondAim > 0 && (
          <StatWarning>
            {formatNumber(waiting.beyondAim)} for more than {formatMinutes(aimHours * 60)}
          </StatWarning>
        )}
      </StatCard>
      <StatCard
        label="Median"
        icon={Timer}
        value={minutesText(total.medianMinutes)}
        meaning={`Half of the ${formatNumber(total.decisions)} decisions of ${shown} took at most so long, and nine of ten at most as long as the note says.`}
      >
        90% within {minutesText(total.p90Minutes)}
      </StatCard>
      <StatCard
        label={`Within ${formatMinutes(aimHours * 60)}`}
        icon={CircleCheckBig}
        value={shareText(total)}
        meaning={`The share of the decisions of ${shown} within your aim. Your administrator sets the aim with REVIEW_AIM_HOURS.`}
      >
        {formatNumber(total.withinAim)} of {formatNumber(total.decisions)}
      </StatCard>
    </StatCards>
  );
}

type Row = ReviewTimeFigures & { id: string; label: string };

const columnsFor = (label: string): TableColumn<Row>[] => [
  { label, cell: (row) => <bdi>{row.label}</bdi> },
  { label: 'Decisions', isNumber: true, cell: ({ decisions }) => formatNumber(decisions) },
  { label: 'Median', isNumber: true, cell: ({ medianMinutes }) => minutesText(medianMinutes) },
  { label: '90%', isNumber: true, cell: ({ p90Minutes }) => minutesText(p90Minutes) },
  { label: 'Within aim', isNumber: true, cell: shareText },
];
const PERIOD_COLUMNS = { day: columnsFor('Day'), week: columnsFor('Week from') };
const REVIEWER_COLUMNS = columnsFor('Reviewer');

function Tables({ times: { unit, total, periods, reviewers } }: { times: ReviewTimes }) {
  if (total.decisions === 0) {
    return (
      <Notice
        icon={CircleCheckBig}
        title="No decisions yet"
        text="Figures appear here once posts have been approved, returned or rejected."
      />
    );
  }
  // What is before the first decision says nothing.
  const shown = periods.slice(0, periods.findLastIndex(({ decisions }) => decisions > 0) + 1);
  return (
    <>
      <section aria-labelledby="by-reviewer">
        <h2 id="by-reviewer">By reviewer</h2>
        <CardTable
          label="Times by reviewer"
          columns={REVIEWER_COLUMNS}
          rows={reviewers.map((row) => ({ ...row, label: row.name ?? 'Former colleague' }))}
        />
      </section>
      <section aria-labelledby="by-period">
        <h2 id="by-period">{unit === 'day' ? 'By day' : 'By week'}</h2>
        <CardTable
          label="Times by period"
          columns={PERIOD_COLUMNS[unit]}
          rows={shown.map((row) => ({ ...row, id: row.from, label: formatUtcDate(row.from) }))}
        />
      </section>
    </>
  );
}
