import { Select } from '@mantine/core';
import { DateInput, TimePicker } from '@mantine/dates';
import { useMemo } from 'react';
import { listTimeZones } from '#src/lib/locale/time-zones.ts';
import { getTodayIn } from '#src/lib/locale/wall-time.ts';
import { CALENDAR, CALENDAR_WITH_TIME } from '#src/ui/forms/calendar.ts';
import type { Rhythm } from '../planning.rules.ts';

type RhythmFieldsProps = {
  rhythm: Rhythm;
  error: string | undefined;
  onChange: (rhythm: Rhythm) => void;
};

const INTERVALS = [
  { value: '1', label: 'Every day' },
  { value: '2', label: 'Every 2 days' },
  { value: '3', label: 'Every 3 days' },
  { value: '4', label: 'Every 4 days' },
  { value: '7', label: 'Every week' },
  { value: '14', label: 'Every 2 weeks' },
];

/** The first day, the time, the interval and the time zone of a series of posts. */
export function RhythmFields({ rhythm, error, onChange }: RhythmFieldsProps) {
  const { firstDay, time, everyDays, timeZone } = rhythm;
  const zones = useMemo(
    () => listTimeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  return (
    <>
      <DateInput
        label="First day"
        valueFormat="ddd, MMM D, YYYY"
        minDate={getTodayIn(timeZone)}
        value={firstDay}
        error={error}
        onChange={(day) => onChange({ ...rhythm, firstDay: day ?? firstDay })}
        {...CALENDAR}
      />
      <TimePicker
        label="Time"
        {...CALENDAR_WITH_TIME.timePickerProps}
        value={time}
        onChange={(value) => onChange({ ...rhythm, time: value.slice(0, 5) || time })}
      />
      <Select
        label="How often"
        allowDeselect={false}
        data={INTERVALS}
        value={String(everyDays)}
        onChange={(days) => onChange({ ...rhythm, everyDays: Number(days ?? everyDays) })}
      />
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching time zone"
        data={zones}
        value={timeZone}
        onChange={(zone) => onChange({ ...rhythm, timeZone: zone ?? timeZone })}
      />
    </>
  );
}
