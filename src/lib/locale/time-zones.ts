import { deviceTimeZone } from './screen-dates.ts';

const supported = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The IANA name of a time zone as this system writes it; null if it knows no such zone. */
export function findTimeZone(name: string): string | null {
  if (supported.has(name)) return name;
  // Browsers differ in the name of some zones, such as Asia/Kolkata and Asia/Calcutta.
  try {
    const { timeZone } = new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions();
    return supported.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** All time zones, including the browser's own and another one under the names that they have. */
export function listTimeZones(other?: string | null): string[] {
  return [...new Set([...supported, deviceTimeZone(), ...(other ? [other] : [])])].toSorted();
}
