import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { Trends } from '../dashboard.schema.ts';
import type { Series } from './trend-table.tsx';

const monthAndDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

type TrendChartProps = { weeks: Trends['weeks']; series: Series[] };

/** Bars of each week. It says nothing to a screen reader: a table does that. */
export function TrendChart({ weeks, series }: TrendChartProps) {
  const data = weeks.map((week) => ({
    ...week,
    start: monthAndDay.format(new Date(week.start)),
  }));
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="start"
      series={series}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'top', height: 34 }}
      tickLine="none"
      gridAxis="x"
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      maxBarWidth={22}
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 18 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  );
}
