import type { ReactNode } from 'react';
import type { ChartSeries } from '#src/ui/page/chart-series.ts';
import { Chart } from '#src/ui/page/chart.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Earnings, EarningsPoint } from '../earnings.schema.ts';
import styles from './earnings-page.module.css';

export type EarningsSeries = ChartSeries<Exclude<keyof EarningsPoint, 'start'>>;

const MONEY: EarningsSeries[] = [
  { name: 'shareCents', label: 'Your share', color: 'var(--gold)' },
  { name: 'grossCents', label: 'Paid by fans', color: 'var(--ink-soft)' },
];
const SUBSCRIBERS: EarningsSeries[] = [
  { name: 'gained', label: 'Gained', color: 'var(--gold)' },
  { name: 'lost', label: 'Lost', color: 'var(--ink-soft)' },
];

type ChartProps = { series: Earnings['series'] };

type MoneyChartProps = ChartProps & { shown?: EarningsSeries[]; aside?: ReactNode };

/** What was earned in each day or month of the range; the influencer's view by default. */
export function MoneyChart({ series, shown = MONEY, aside }: MoneyChartProps) {
  return (
    <ChartPanel
      of="Earnings"
      series={series}
      shown={shown}
      aside={aside}
      isMoney
      emptyText="No earnings in this period"
    />
  );
}

/** Subscribers gained and lost in each day or month of the range. */
export function SubscribersChart({ series }: ChartProps) {
  return (
    <ChartPanel
      of="Subscribers"
      series={series}
      shown={SUBSCRIBERS}
      emptyText="No subscribers gained or lost in this period"
    />
  );
}

type ChartPanelProps = ChartProps & {
  of: string;
  shown: EarningsSeries[];
  aside?: ReactNode;
  isMoney?: boolean;
  emptyText: string;
};

function ChartPanel(props: ChartPanelProps) {
  const { of, series, shown, aside, ...chart } = props;
  const { unit, points } = series;
  const title = `${of} by ${unit}`;
  return (
    <Panel
      title={title}
      aside={
        aside ?? <span className={styles.aside}>{unit === 'day' ? 'Days' : 'Months'} in UTC</span>
      }
    >
      <Chart caption={title} unit={unit} points={points} series={shown} {...chart} />
    </Panel>
  );
}
