import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { Earnings, EarningsPoint } from '../earnings.schema.ts';

/** A row of bars. */
export type ChartSeries = {
  name: Exclude<keyof EarningsPoint, 'start'>;
  label: string;
  color: string;
};

type EarningsChartProps = {
  unit: Earnings['series']['unit'];
  points: EarningsPoint[];
  series: ChartSeries[];
  format: (value: number) => string;
};

const utc = { timeZone: 'UTC' } as const;
const starts = {
  day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...utc }),
  month: new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', ...utc }),
};
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Bars of each day or month. It says nothing to a screen reader: a table does that. */
export function EarningsChart({ unit, points, series, format }: EarningsChartProps) {
  const isMoney = series.some(({ name }) => name.endsWith('Cents'));
  const data = points.map((point) => ({
    ...point,
    start: starts[unit].format(new Date(point.start)),
  }));
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="start"
      series={series}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 34 }}
      tickLine="none"
      gridAxis="x"
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      maxBarWidth={22}
      valueFormatter={format}
      yAxisProps={{
        allowDecimals: false,
        width: 48,
        tickFormatter: (value: number) =>
          isMoney ? compact.format(value / 100).replace(/^-?/, '$&$$') : compact.format(value),
      }}
      xAxisProps={{ minTickGap: 18 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  );
}
