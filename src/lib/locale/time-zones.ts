import { deviceTimeZone, screenTimeZone } from './screen-dates.ts';

const isSupported = (name: string): boolean =>
  name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name);

/** The IANA name of a time zone as this system writes it; null if it knows no such zone. */
export function findTimeZone(name: string): string | null {
  if (isSupported(name)) return name;
  // Browsers differ in the name of some zones, such as Asia/Kolkata and Asia/Calcutta.
  try {
    const { timeZone } = new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions();
    return isSupported(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** All time zones, including the browser's and the chosen one under the names that they have. */
export function listTimeZones(): string[] {
  const own = [deviceTimeZone(), screenTimeZone(), 'UTC'];
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...own])].toSorted();
}
