import { useQuery } from '@tanstack/react-query';
import { Lines } from '#src/features/money/earnings/ui/earnings-lines.tsx';
import { churnLabel } from '#src/features/money/earnings/ui/earnings-text.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type {
  RecurringReport,
  RecurringRevenue as Figures,
  ReportQuery,
} from '../reports.schema.ts';
import { DEFINITIONS } from './definitions.ts';
import styles from './reports-page.module.css';
import { recurringReportQuery, reportFile } from './reports-queries.ts';
import { Two } from './two.tsx';

const orDash = (cents: number | null): string => (cents === null ? '–' : formatCents(cents));

/** The churn of revenue; a loss that rounds to 0.0% is not shown as none. */
function revenueChurnLabel({ revenueChurnPercent, churnedCents, contractionCents }: Figures) {
  if (revenueChurnPercent === null) return '–';
  const isLost = churnedCents + contractionCents < 0;
  return revenueChurnPercent === 0 && isLost ? 'under 0.1%' : formatPercent(revenueChurnPercent);
}

type Month = RecurringReport['months'][number] & { id: string };

const cents = (
  label: string,
  name: 'newCents' | 'reactivatedCents' | 'churnedCents',
): TableColumn<Month> => ({
  label,
  isNumber: true,
  cell: (month) => formatCents(month[name]),
});

const COLUMNS: TableColumn<Month>[] = [
  { label: 'Month', cell: ({ start }) => formatInstant(start, 'month', 'UTC') },
  cents('New', 'newCents'),
  cents('Reactivated', 'reactivatedCents'),
  {
    label: 'Price changes',
    isNumber: true,
    cell: ({ expansionCents, contractionCents }) => (
      <Two
        value={formatCents(expansionCents)}
        note={contractionCents < 0 && `${formatCents(contractionCents)} contraction`}
      />
    ),
  },
  cents('Churned', 'churnedCents'),
  {
    label: 'MRR at end',
    isNumber: true,
    isSum: true,
    cell: ({ closingCents }) => formatCents(closingCents),
  },
  { label: 'Revenue churn', isNumber: true, cell: revenueChurnLabel },
  {
    label: 'Subscriber churn',
    isNumber: true,
    cell: (month) => (
      <Two
        value={churnLabel(month)}
        note={`${formatNumber(month.gained)} gained, ${formatNumber(month.lost)} lost`}
      />
    ),
  },
  {
    label: 'Revenue per fan',
    isNumber: true,
    cell: ({ revenuePerFanCents, payingFans }) => (
      <Two value={orDash(revenuePerFanCents)} note={`${formatNumber(payingFans)} paid`} />
    ),
  },
];

/** From the recurring revenue at the start of a range to that at its end, and its months. */
export function RecurringRevenue({ query }: { query: ReportQuery }) {
  const { data, isError, isFetching, refetch } = useQuery(recurringReportQuery(query));
  if (!data) {
    return isError ? (
      <InlineError
        text="Failed to fetch the recurring revenue"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <PanelSkeleton label="Loading the recurring revenue" height="24rem" />
    );
  }
  const { total, months, isRunning } = data;
  return (
    <>
      <Panel title="Monthly recurring revenue (MRR)">
        <Lines
          label="Monthly recurring revenue (MRR)"
          lines={[
            {
              label: 'MRR at the start',
              value: formatCents(total.openingCents),
              meaning: DEFINITIONS.MRR,
            },
            { label: 'New', value: formatCents(total.newCents), meaning: DEFINITIONS.New },
            {
              label: 'Reactivated',
              value: formatCents(total.reactivatedCents),
              meaning: DEFINITIONS.Reactivated,
            },
            {
              label: 'Expansion',
              value: formatCents(total.expansionCents),
              meaning: DEFINITIONS.Expansion,
            },
            {
              label: 'Contraction',
              value: formatCents(total.contractionCents),
              meaning: DEFINITIONS.Contraction,
            },
            {
              label: 'Churned',
              value: formatCents(total.churnedCents),
              meaning: DEFINITIONS.Churned,
            },
            {
              label: isRunning ? 'MRR today' : 'MRR at the end',
              value: formatCents(total.closingCents),
              meaning: DEFINITIONS.MRR,
              isSum: true,
            },
            {
              label: 'Revenue churn',
              value: revenueChurnLabel(total),
              meaning: DEFINITIONS['Revenue churn'],
            },
            {
              label: 'Revenue per fan',
              value: orDash(total.revenuePerFanCents),
              meaning: DEFINITIONS['Revenue per fan'],
            },
          ]}
        />
      </Panel>
      <Panel
        title="Recurring revenue by month"
        aside={
          <DownloadButton href={reportFile('recurring', query)} size="sm">
            Export CSV
          </DownloadButton>
        }
      >
        {months.length === 0 ? (
          <p className={styles.soft}>No months yet</p>
        ) : (
          <CardTable
            label="Recurring revenue by month"
            columns={COLUMNS}
            rows={months.map((month) => ({ ...month, id: month.start })).toReversed()}
          />
        )}
      </Panel>
    </>
  );
}
