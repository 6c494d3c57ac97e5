import { formatUtcDate } from '#src/lib/dates.ts';
import type { Earnings, EarningsPoint } from '../earnings.schema.ts';
import { monthLabel } from '../payouts.rules.ts';
import type { ChartSeries } from './earnings-chart.tsx';

type EarningsTableProps = {
  caption: string;
  unit: Earnings['series']['unit'];
  points: EarningsPoint[];
  series: ChartSeries[];
  format: (value: number) => string;
};

/** A chart's figures in words, for those who do not see it. */
export const EarningsTable = ({ caption, unit, points, series, format }: EarningsTableProps) => (
  <div className="visually-hidden">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : 'Month'}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.start}>
            <th scope="row">
              {unit === 'day' ? formatUtcDate(point.start) : monthLabel(point.start)}
            </th>
            {series.map(({ name }) => (
              <td key={name}>{format(point[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
