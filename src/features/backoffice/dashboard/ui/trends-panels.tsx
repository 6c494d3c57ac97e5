import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { ChartSeries } from '#src/ui/page/chart-series.ts';
import { Chart } from '#src/ui/page/chart.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type { Trends } from '../dashboard.schema.ts';
import { trendsQuery } from './dashboard-queries.ts';
import styles from './trends-panels.module.css';

type Series = ChartSeries<Exclude<keyof Trends['weeks'][number], 'start'>>;

const SUBSCRIPTIONS: Series[] = [
  { name: 'subscriptionsStarted', label: 'Started', color: 'var(--gold)' },
  { name: 'subscriptionsEnded', label: 'Ended', color: 'var(--ink-soft)' },
];
const APPLICATIONS: Series[] = [{ name: 'applications', label: 'Received', color: 'var(--gold)' }];

/** Charts of the weekly trends. */
export function TrendsPanels() {
  const query = useQuery(trendsQuery);
  if (query.isPending) {
    return (
      <>
        <PanelSkeleton label="Loading trends" height="21rem" />
        <PanelSkeleton label="Loading trends" height="21rem" />
      </>
    );
  }
  if (!query.data) {
    return (
      <Panel title="Trends">
        <InlineError
          text="Failed to fetch the trends"
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    );
  }
  const { weeks } = query.data;
  return (
    <>
      <TrendPanel title="Subscriptions by week" weeks={weeks} series={SUBSCRIPTIONS} />
      <TrendPanel title="Applications by week" weeks={weeks} series={APPLICATIONS} />
    </>
  );
}

type TrendPanelProps = { title: string; weeks: Trends['weeks']; series: Series[] };

const sumOf = (weeks: Trends['weeks'], { name }: Series): number =>
  weeks.reduce((sum, week) => sum + week[name], 0);

function TrendPanel({ title, weeks, series }: TrendPanelProps) {
  const sums = series.map((one) => ({ ...one, sum: sumOf(weeks, one) }));
  const totals = sums.map(({ sum, label }) => `${formatNumber(sum)} ${label.toLowerCase()}`);
  return (
    <Panel
      title={title}
      aside={
        sums.some(({ sum }) => sum > 0) && (
          <span className={styles.sums}>
            {totals.join(', ')} in {weeks.length} weeks
          </span>
        )
      }
    >
      <Chart
        caption={title}
        unit="week"
        points={weeks}
        series={series}
        emptyText={`Nothing in the last ${weeks.length} weeks`}
      />
    </Panel>
  );
}
