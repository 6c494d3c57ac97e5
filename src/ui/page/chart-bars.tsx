import { BarChart } from '@mantine/charts';
import { formatCompactCents, formatCompactNumber } from '#src/lib/locale/numbers.ts';
import '@mantine/charts/styles.layer.css';
import type { ChartSeries } from './chart-series.ts';

type ChartBarsProps = {
  /** Each point has the label of its bars as `start`. */
  data: Record<string, string | number>[];
  series: ChartSeries<string>[];
  isMoney: boolean;
  format: (value: number) => string;
};

/** The bars of a chart, in a module of their own because the chart library is large. */
export function ChartBars({ data, series, isMoney, format }: ChartBarsProps) {
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
      valueFormatter={format}
      yAxisProps={{
        allowDecimals: false,
        width: isMoney ? 48 : 36,
        tickFormatter: isMoney ? formatCompactCents : formatCompactNumber,
      }}
      xAxisProps={{ minTickGap: 18 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  );
}
