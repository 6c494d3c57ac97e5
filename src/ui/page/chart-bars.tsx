import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { ChartSeries } from './chart.tsx';

type ChartBarsProps = {
  /** Each point has the label of its bars as `start`. */
  data: Record<string, string | number>[];
  series: ChartSeries<string>[];
  isMoney: boolean;
  format: (value: number) => string;
};

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

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
        tickFormatter: (value: number) =>
          isMoney ? compact.format(value / 100).replace(/^-?/, '$&$$') : compact.format(value),
      }}
      xAxisProps={{ minTickGap: 18 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  );
}
