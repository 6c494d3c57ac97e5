import { SegmentedControl, Select } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { CalendarClock, Globe } from 'lucide-react';
import { useMemo } from 'react';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { listTimeZones } from '#src/lib/locale/time-zones.ts';
import { type ZonedInstant, getTodayIn, toInstant } from '#src/lib/locale/wall-time.ts';
import { CALENDAR_WITH_TIME } from '#src/ui/forms/calendar.ts';
import styles from './schedule-fields.module.css';
import type { Schedule } from './schedule-time.ts';

type ScheduleFieldsProps = {
  schedule: Schedule;
  error: string | undefined;
  onChange: (schedule: Schedule) => void;
};

/** Selects immediate publication, or a time in a time zone. */
export function ScheduleFields({ schedule, error, onChange }: ScheduleFieldsProps) {
  return (
    <fieldset className={styles.when}>
      <legend>When</legend>
      <SegmentedControl
        aria-label="When it is published"
        radius="xl"
        data={[
          { value: 'now', label: 'Publish now' },
          { value: 'later', label: 'Schedule' },
        ]}
        value={schedule.mode}
        onChange={(mode) => onChange({ ...schedule, mode: mode === 'later' ? 'later' : 'now' })}
      />
      {schedule.mode === 'later' && (
        <ScheduleTime schedule={schedule} error={error} onChange={onChange} />
      )}
    </fieldset>
  );
}

/** The fields for a time in a time zone, with the resulting instant. */
export function ScheduleTime({ schedule, error, onChange }: ScheduleFieldsProps) {
  const { time, timeZone } = schedule;
  const zones = useMemo(
    () => listTimeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  return (
    <>
      <div className={styles.fields}>
        <DateTimePicker
          id="publish-at"
          data-autofocus
          label="Date and time"
          placeholder="Choose date and time"
          leftSection={<CalendarClock size={17} aria-hidden="true" />}
          {...CALENDAR_WITH_TIME}
          // Otherwise another day would get the default time.
          {...(time && { defaultTimeValue: time.slice(11, 16) })}
          minDate={getTodayIn(timeZone)}
          value={time}
          error={error}
          onChange={(value) => onChange({ ...schedule, time: value })}
        />
        <Select
          label="Time zone"
          leftSection={<Globe size={17} aria-hidden="true" />}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matching time zone"
          data={zones}
          value={timeZone}
          onChange={(zone) => onChange({ ...schedule, timeZone: zone ?? timeZone })}
        />
      </div>
      {time && <Meaning at={toInstant(time, timeZone)} timeZone={timeZone} />}
    </>
  );
}

const CLOCKS: Record<ZonedInstant['clocks'], string | null> = {
  plain: null,
  skipped: 'Daylight saving skips the time you chose, so we’ll use this one.',
  repeated: 'This time occurs twice that day because of daylight saving. We’ll use the first one.',
};

function Meaning({ at: { instant, clocks }, timeZone }: { at: ZonedInstant; timeZone: string }) {
  const own = screenTimeZone();
  const text = formatInstant(instant, 'zonedTime', timeZone);
  const ownText = formatInstant(instant, 'zonedTime', own);
  return (
    <p className={styles.meaning} role="status">
      <span>
        Publishes <strong>{text}</strong>
      </span>
      {own !== timeZone && ownText !== text && <span>Your time: {ownText}</span>}
      {CLOCKS[clocks] && <span className={styles.clocks}>{CLOCKS[clocks]}</span>}
    </p>
  );
}
