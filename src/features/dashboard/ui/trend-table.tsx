import { formatUtcDate } from '#src/lib/dates.ts';
import type { Trends } from '../dashboard.schema.ts';

export type Series = {
  name: Exclude<keyof Trends['weeks'][number], 'start'>;
  label: string;
  color: string;
};

type TrendTableProps = { caption: string; weeks: Trends['weeks']; series: Series[] };

/** A chart's figures in words, for those who do not see it. */
export const TrendTable = ({ caption, weeks, series }: TrendTableProps) => (
  <div className="visually-hidden">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Week from</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.start}>
            <th scope="row">{formatUtcDate(week.start)}</th>
            {series.map(({ name }) => (
              <td key={name}>{week[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
