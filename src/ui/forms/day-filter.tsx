import { DateInput } from '@mantine/dates';
import { CALENDAR } from './calendar.ts';

type DayFilterProps = {
  label: 'From' | 'To';
  /** YYYY-MM-DD */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** Selects the first or the last day of a list, which may be any. */
export function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  return (
    <DateInput
      aria-label={`${label} day`}
      placeholder={`${label} day`}
      valueFormat="MMM D, YYYY"
      value={value ?? null}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      onChange={(day) => onChange(day ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()} day` }}
      {...CALENDAR}
    />
  );
}
