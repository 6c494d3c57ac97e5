import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type { InfluencerReport, ReportQuery } from '../reports.schema.ts';
import { COMPARED, sortBy, type Compared } from './compared.ts';
import styles from './reports-page.module.css';
import { influencerReportsQuery, reportFile } from './reports-queries.ts';
import { Two } from './two.tsx';

const LABELS: Record<Compared, string> = {
  platformCommissionCents: 'Commission',
  profitCents: 'Agency’s profit',
  grossCents: 'Paid by fans',
  growthPercent: 'Growth',
  subscribers: 'Subscribers',
  churnPercent: 'Monthly churn',
  lifetimeValueCents: 'Lifetime value',
  reversedCents: 'Refunds and disputes',
  posts: 'Posts',
  lastPostAt: 'Last post',
};

const signed = (percent: number) => `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;

const COLUMNS: TableColumn<InfluencerReport>[] = [
  {
    label: 'Influencer',
    cell: ({ influencerId, fullName }) =>
      influencerId ? (
        <Link to="/influencers/$id" params={{ id: influencerId }} className="touch-target">
          <bdi>{fullName}</bdi>
        </Link>
      ) : (
        <>
          <bdi>{fullName}</bdi> <small className={styles.soft}>deleted</small>
        </>
      ),
  },
  {
    label: LABELS.platformCommissionCents,
    isNumber: true,
    isSum: true,
    cell: ({ platformCommissionCents, growthPercent }) => (
      <Two
        value={formatCents(platformCommissionCents)}
        note={growthPercent !== null && `${signed(growthPercent)} growth`}
      />
    ),
  },
  {
    label: LABELS.profitCents,
    isNumber: true,
    cell: ({ profitCents }) => formatCents(profitCents),
  },
  {
    label: LABELS.grossCents,
    isNumber: true,
    cell: ({ grossCents, reversedCents }) => (
      <Two
        value={formatCents(grossCents)}
        note={reversedCents !== 0 && `${formatCents(reversedCents)} returned`}
      />
    ),
  },
  {
    label: LABELS.subscribers,
    isNumber: true,
    cell: ({ subscribers, gained, lost }) => (
      <Two
        value={formatNumber(subscribers)}
        note={`${formatNumber(gained)} gained, ${formatNumber(lost)} lost`}
      />
    ),
  },
  {
    label: LABELS.churnPercent,
    isNumber: true,
    cell: ({ churnPercent }) => (churnPercent === null ? '–' : formatPercent(churnPercent)),
  },
  {
    label: LABELS.lifetimeValueCents,
    isNumber: true,
    cell: ({ lifetimeValueCents: cents }) => (cents === null ? '–' : formatCents(cents)),
  },
  {
    label: LABELS.posts,
    isNumber: true,
    cell: ({ posts, lastPostAt }) => (
      <Two
        value={formatNumber(posts)}
        note={lastPostAt ? <>last {dateCell(lastPostAt)}</> : 'no post yet'}
      />
    ),
  },
];

type InfluencerComparisonProps = {
  query: ReportQuery;
  sort: Compared;
  onSort: (sort: Compared) => void;
};

/** The influencers of a report side by side. */
export function InfluencerComparison({ query, sort, onSort }: InfluencerComparisonProps) {
  const { data, isError, isFetching, refetch } = useQuery(influencerReportsQuery(query));
  if (!data) {
    return isError ? (
      <InlineError
        text="Failed to fetch the influencers"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <PanelSkeleton label="Loading the influencers" height="20rem" />
    );
  }
  return (
    <Panel
      title="Influencers"
      aside={
        <div className={styles.tools}>
          <NativeSelect
            aria-label="Sort by"
            size="sm"
            data={COMPARED.map((value) => ({ value, label: LABELS[value] }))}
            value={sort}
            onChange={({ currentTarget }) => onSort(currentTarget.value as Compared)}
          />
          <DownloadButton href={reportFile('influencers', query)} size="sm">
            Export CSV
          </DownloadButton>
        </div>
      }
    >
      {data.rows.length === 0 ? (
        <p className={styles.soft}>No influencers found</p>
      ) : (
        <CardTable label="Influencers" columns={COLUMNS} rows={sortBy(data.rows, sort)} />
      )}
      {data.total > data.rows.length && (
        <p className={styles.soft}>
          The {formatNumber(data.rows.length)} influencers with the highest commission. The CSV file
          contains all {formatNumber(data.total)}.
        </p>
      )}
    </Panel>
  );
}
