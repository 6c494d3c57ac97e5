import { Chart, type ChartSeries } from '#src/ui/page/chart.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Earnings, EarningsPoint } from '../earnings.schema.ts';
import styles from './earnings-page.module.css';

type Series = ChartSeries<Exclude<keyof EarningsPoint, 'start'>>;

const MONEY: Series[] = [
  { name: 'shareCents', label: 'Your share', color: 'var(--gold)' },
  { name: 'grossCents', label: 'Paid by fans', color: 'var(--ink-soft)' },
];
const SUBSCRIBERS: Series[] = [
  { name: 'gained', label: 'Gained', color: 'var(--gold)' },
  { name: 'lost', label: 'Lost', color: 'var(--ink-soft)' },
];

type ChartProps = { series: Earnings['series'] };

/** What was earned in each day or month of the range. */
export function MoneyChart({ series }: ChartProps) {
  return (
    <ChartPanel
      of="Earnings"
      series={series}
      shown={MONEY}
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
  shown: Series[];
  isMoney?: boolean;
  emptyText: string;
};

function ChartPanel({ of, series: { unit, points }, shown, ...chart }: ChartPanelProps) {
  const title = `${of} by ${unit}`;
  return (
    <Panel
      title={title}
      aside={<span className={styles.aside}>{unit === 'day' ? 'Days' : 'Months'} in UTC</span>}
    >
      <Chart caption={title} unit={unit} points={points} series={shown} {...chart} />
    </Panel>
  );
}
