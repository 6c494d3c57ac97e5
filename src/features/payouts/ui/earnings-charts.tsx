import { lazy, Suspense } from 'react';
import { Panel } from '#src/features/dashboard/ui/panel.tsx';
import { formatCents } from '#src/lib/money.ts';
import type { Earnings } from '../earnings.schema.ts';
import type { ChartSeries } from './earnings-chart.tsx';
import styles from './earnings-page.module.css';
import { EarningsTable } from './earnings-table.tsx';

// The charts weigh more than all else on this page: they come after it.
const EarningsChart = lazy(async () => ({
  default: (await import('./earnings-chart.tsx')).EarningsChart,
}));

const MONEY: ChartSeries[] = [
  { name: 'shareCents', label: 'Your share', color: 'var(--gold)' },
  { name: 'grossCents', label: 'Paid by fans', color: 'var(--ink-soft)' },
];
const SUBSCRIBERS: ChartSeries[] = [
  { name: 'gained', label: 'Gained', color: 'var(--gold)' },
  { name: 'lost', label: 'Lost', color: 'var(--ink-soft)' },
];

type ChartPanelProps = { series: Earnings['series'] };

/** What was earned in each day or month of the range. */
export const MoneyChart = ({ series }: ChartPanelProps) => (
  <ChartPanel
    title={`Earnings by ${series.unit}`}
    nothing="Nothing earned in this range"
    series={series}
    shown={MONEY}
    format={formatCents}
  />
);

/** Who came and left in each. */
export const SubscribersChart = ({ series }: ChartPanelProps) => (
  <ChartPanel
    title={`Subscribers by ${series.unit}`}
    nothing="Nobody came or left in this range"
    series={series}
    shown={SUBSCRIBERS}
    format={(count) => count.toLocaleString('en-US')}
  />
);

type PanelProps = ChartPanelProps & {
  title: string;
  nothing: string;
  shown: ChartSeries[];
  format: (value: number) => string;
};

function ChartPanel({ title, nothing, series: { unit, points }, shown, format }: PanelProps) {
  const isEmpty = points.every((point) => shown.every(({ name }) => point[name] === 0));
  return (
    <Panel
      title={title}
      aside={<span className={styles.aside}>{unit === 'day' ? 'Days' : 'Months'} in UTC</span>}
    >
      {isEmpty ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        <>
          <div aria-hidden="true" className={styles.chart}>
            <Suspense fallback={null}>
              <EarningsChart unit={unit} points={points} series={shown} format={format} />
            </Suspense>
          </div>
          <EarningsTable
            caption={title}
            unit={unit}
            points={points}
            series={shown}
            format={format}
          />
        </>
      )}
    </Panel>
  );
}
