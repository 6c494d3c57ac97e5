import '@mantine/dates/styles.layer.css';
import styles from './calendar.module.css';

/** How a day is chosen in the house: what every field with a calendar has. */
export const CALENDAR = {
  ariaLabels: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
  classNames: { day: styles.day! },
  firstDayOfWeek: 0 as const,
  weekendDays: [],
  hideOutsideDates: true,
};

/** The same of a field with a time of day. */
export const CALENDAR_WITH_TIME = {
  ...CALENDAR,
  valueFormat: 'ddd, MMM D, YYYY h:mm A',
  defaultTimeValue: '20:00',
  timePickerProps: {
    format: '12h' as const,
    hoursInputLabel: 'Hours',
    minutesInputLabel: 'Minutes',
    amPmInputLabel: 'AM or PM',
    classNames: { field: styles.time! },
  },
  submitButtonProps: { 'aria-label': 'Done' },
};
