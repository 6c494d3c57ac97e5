import { lazy, Suspense } from 'react';
import { formatInstant, formatUtcDate, type DateFormat } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import type { ChartSeries } from './chart-series.ts';
import styles from './chart.module.css';

const ChartBars = lazy(async () => ({ default: (await import('./chart-bars.tsx')).ChartBars }));

/** The values of a day, week or month, identified by its first day in UTC ("2026-11-01"). */
type ChartPoint<Name extends string> = { start: string } & Record<Name, number>;

const inUtc = (format: DateFormat) => (day: string) => formatInstant(day, format, 'UTC');
/** The labels of points: `brief` below the bars, `whole` in the table. */
const UNITS = {
  day: { label: 'Day', brief: inUtc('shortDay'), whole: formatUtcDate },
  week: { label: 'Week of', brief: inUtc('shortDay'), whole: formatUtcDate },
  month: {
    label: 'Month',
    brief: inUtc('shortMonth'),
    whole: inUtc('month'),
  },
};

type ChartProps<Name extends string> = {
  caption: string;
  unit: keyof typeof UNITS;
  /** Oldest first. */
  points: ChartPoint<Name>[];
  series: ChartSeries<Name>[];
  /** The values are cents. */
  isMoney?: boolean;
  /** Shown instead of the chart if all values are 0. */
  emptyText: string;
};

/** Values over time as bars, and as a table for screen readers. */
export function Chart<Name extends string>(props: ChartProps<Name>) {
  const { unit, points, series, isMoney = false, emptyText } = props;
  const { brief } = UNITS[unit];
  if (points.every((point) => series.every(({ name }) => point[name] === 0))) {
    return <p className={styles.emptyText}>{emptyText}</p>;
  }
  const format = isMoney ? formatCents : formatNumber;
  return (
    <>
      <div aria-hidden="true" className={styles.chart}>
        <Suspense fallback={null}>
          <ChartBars
            data={points.map((point) => ({ ...point, start: brief(point.start) }))}
            series={series}
            isMoney={isMoney}
            format={format}
          />
        </Suspense>
      </div>
      <ChartTable {...props} format={format} />
    </>
  );
}

type ChartTableProps<Name extends string> = ChartProps<Name> & {
  format: (value: number) => string;
};

const ChartTable = <Name extends string>(props: ChartTableProps<Name>) => (
  <div className="visually-hidden">
    <table>
      <caption>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{UNITS[props.unit].label}</th>
          {props.series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.points.map((point) => (
          <tr key={point.start}>
            <th scope="row">{UNITS[props.unit].whole(point.start)}</th>
            {props.series.map(({ name }) => (
              <td key={name}>{props.format(point[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
