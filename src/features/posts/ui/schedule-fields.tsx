import { SegmentedControl, Select } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { CalendarClock, Globe } from 'lucide-react';
import { useMemo } from 'react';
import styles from './schedule-fields.module.css';
import {
  listTimeZones,
  ownTimeZone,
  toInstant,
  todayIn,
  zonedTimeText,
  type Schedule,
  type ScheduledInstant,
} from './schedule-time.ts';

type ScheduleFieldsProps = {
  schedule: Schedule;
  error: string | undefined;
  onChange: (schedule: Schedule) => void;
};

/** When the post shall be published: at once, or at a time in a time zone. */
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

/** How times are chosen in the house. */
export const TIME_PICKER = {
  format: '12h' as const,
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
  amPmInputLabel: 'AM or PM',
  classNames: { field: styles.field },
};

export const CALENDAR_LABELS = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
};

/** A time in a time zone, and the instant that it is. */
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
          label="Date and time"
          placeholder="Choose date and time"
          leftSection={<CalendarClock size={17} aria-hidden="true" />}
          valueFormat="ddd, MMM D, YYYY h:mm A"
          timePickerProps={TIME_PICKER}
          defaultTimeValue="20:00"
          ariaLabels={CALENDAR_LABELS}
          classNames={{ day: styles.chosen }}
          submitButtonProps={{ 'aria-label': 'Done' }}
          minDate={todayIn(timeZone)}
          firstDayOfWeek={0}
          weekendDays={[]}
          hideOutsideDates
          value={time}
          error={error}
          onChange={(value) => onChange({ ...schedule, time: value })}
        />
        <Select
          label="Time zone"
          leftSection={<Globe size={17} aria-hidden="true" />}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such time zone"
          data={zones}
          value={timeZone}
          onChange={(zone) => onChange({ ...schedule, timeZone: zone ?? timeZone })}
        />
      </div>
      {time && <Meaning at={toInstant(time, timeZone)} timeZone={timeZone} />}
    </>
  );
}

const CLOCKS: Record<ScheduledInstant['clocks'], string | null> = {
  plain: null,
  skipped: 'The clocks skip the time you chose: this is what they show instead.',
  repeated: 'The clocks show this time twice that day: it is the first of the two.',
};

function Meaning({
  at: { instant, clocks },
  timeZone,
}: {
  at: ScheduledInstant;
  timeZone: string;
}) {
  const own = ownTimeZone();
  const text = zonedTimeText(instant, timeZone);
  const ownText = zonedTimeText(instant, own);
  return (
    <p className={styles.meaning} role="status">
      <span>
        Publishes <strong>{text}</strong>
      </span>
      {own !== timeZone && ownText !== text && <span>Where you are: {ownText}</span>}
      {CLOCKS[clocks] && <span className={styles.clocks}>{CLOCKS[clocks]}</span>}
    </p>
  );
}
