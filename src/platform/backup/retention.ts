/** For how many days, weeks and months the newest backup of each is retained. */
export type Retention = { days: number; weeks: number; months: number };

/** A backup; one that was made by hand is retained until `keepUntil`. */
export type Dated = { id: string; at: Date; keepUntil?: Date | undefined };

const DAY_MS = 24 * 60 * 60 * 1000;
/** 1970 began on a Thursday; weeks begin on Mondays. */
const DAYS_BEFORE_MONDAY = 3;

const dayOf = ({ at }: Dated) => Math.floor(at.getTime() / DAY_MS);
const PERIODS: Record<keyof Retention, (backup: Dated) => number> = {
  days: dayOf,
  weeks: (backup) => Math.floor((dayOf(backup) + DAYS_BEFORE_MONDAY) / 7),
  months: ({ at }) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
};

/**
 * The ids of the backups to retain: the newest one, and the newest of each of the last days, weeks and
 * months (UTC) that have any, and those made by hand until their own date. So a pause of the backups removes nothing.
 */
export function selectRetained(
  backups: readonly Dated[],
  retention: Retention,
  now: Date,
): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const retained = new Set(newestFirst.slice(0, 1).map(({ id }) => id));
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const newest = new Map<number, string>();
    for (const backup of newestFirst) {
      const period = PERIODS[unit](backup);
      if (!newest.has(period)) newest.set(period, backup.id);
    }
    for (const id of [...newest.values()].slice(0, retention[unit])) retained.add(id);
  }
  for (const { id, keepUntil } of backups) if (keepUntil && keepUntil > now) retained.add(id);
  return retained;
}
