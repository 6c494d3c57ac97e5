import type { MailFrequency } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { DAY_MS } from '#src/lib/dates.ts';

/** The frequencies of mails about new posts, apart from none. */
export type PostMailFrequency = Exclude<MailFrequency, 'off'>;

const MINUTE_MS = 60_000;
/** The end of a day or week of digests, in UTC: morning or noon in the United States. */
const END_HOUR = 16;
const FRIDAY = 5;

/** How far back a mail looks for a fan who has not received one for long. */
export const LOOK_BACK_MS: Record<PostMailFrequency, number> = {
  at_once: DAY_MS,
  daily: 2 * DAY_MS,
  weekly: 14 * DAY_MS,
};

/** The end of the latest period that is over: mails report the posts until then. */
export function latestPeriodEnd(frequency: PostMailFrequency, now: Date): Date {
  // A notification becomes visible up to a few seconds after its time, when its transaction commits.
  if (frequency === 'at_once') return new Date(now.getTime() - MINUTE_MS);
  const end = new Date(now);
  end.setUTCHours(END_HOUR, 0, 0, 0);
  if (end > now) end.setUTCDate(end.getUTCDate() - 1);
  if (frequency === 'weekly') {
    end.setUTCDate(end.getUTCDate() - ((end.getUTCDay() - FRIDAY + 7) % 7));
  }
  return end;
}
