import '@mantine/dates/styles.layer.css';
import styles from './calendar.module.css';

/** Common props of every date field. */
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

/** Common props of every date field with a time. */
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
  popoverProps: { returnFocus: true },
};
