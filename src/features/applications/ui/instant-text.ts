const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 20, 2026, 9:00 AM" in the reader's time zone, from an ISO instant. */
export const instantText = (iso: string): string => format.format(new Date(iso));
