import { lazy, Suspense } from 'react';
import { formatUtcDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import styles from './chart.module.css';

const ChartBars = lazy(async () => ({ default: (await import('./chart-bars.tsx')).ChartBars }));

/** Bars of one colour; `name` is that of their values in each point. */
export type ChartSeries<Name extends string> = { name: Name; label: string; color: string };
/** A day, week or month, by its first day in UTC ("2026-11-01"), with its values. */
type ChartPoint<Name extends string> = { start: string } & Record<Name, number>;

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(day));
};
const monthAndDay = inUtc({ month: 'short', day: 'numeric' });
/** What a point is called: below the bars, and in the table. */
const UNITS = {
  day: { label: 'Day', brief: monthAndDay, whole: formatUtcDate },
  week: { label: 'Week from', brief: monthAndDay, whole: formatUtcDate },
  month: {
    label: 'Month',
    brief: inUtc({ month: 'short', year: '2-digit' }),
    whole: inUtc({ month: 'long', year: 'numeric' }),
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
  /** What is said where all values are 0. */
  nothing: string;
};

/** Values over time: as bars, and as a table for those who do not see them. */
export function Chart<Name extends string>(props: ChartProps<Name>) {
  const { unit, points, series, isMoney = false, nothing } = props;
  const { brief } = UNITS[unit];
  if (points.every((point) => series.every(({ name }) => point[name] === 0))) {
    return <p className={styles.nothing}>{nothing}</p>;
  }
  const format = isMoney ? formatCents : (count: number) => count.toLocaleString('en-US');
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
