import { expect, test } from 'vitest';
import { selectRetained } from './retention.ts';

const at = (time: string) => ({ id: time, at: new Date(time) });
const NOW = new Date('2026-11-26T15:00Z');
const daily = (days: number) =>
  Array.from({ length: days }, (_, day) =>
    at(new Date(Date.UTC(2026, 10, 26 - day, 2)).toISOString()),
  );
const select = (backups: ReturnType<typeof at>[], days: number, weeks: number, months: number) =>
  [...selectRetained(backups, { days, weeks, months }, NOW)].map((id) => id.slice(0, 10));

test('the newest backup of each of the last days, weeks and months is retained', () => {
  expect(select(daily(100), 3, 3, 3)).toEqual([
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    // The Sundays before.
    '2026-11-22',
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
  ]);
});

test('of one day only the newest backup is retained', () => {
  const day = ['2026-11-26T02:00Z', '2026-11-26T14:00Z', '2026-11-26T09:00Z'].map(at);
  expect([...selectRetained(day, { days: 7, weeks: 4, months: 12 }, NOW)]).toEqual([
    '2026-11-26T14:00Z',
  ]);
});

test('a backup made by hand is retained until its own date, beside a later one of the same day', () => {
  const byHand = { ...at('2026-11-26T09:00Z'), keepUntil: new Date('2027-02-24T09:00Z') };
  const expired = { ...at('2026-11-26T08:00Z'), keepUntil: new Date('2026-11-26T14:00Z') };
  const day = [byHand, expired, at('2026-11-26T14:00Z')];
  const retention = { days: 7, weeks: 4, months: 12 };
  expect([...selectRetained(day, retention, NOW)]).toEqual([
    '2026-11-26T14:00Z',
    '2026-11-26T09:00Z',
  ]);
});

test('a pause of the backups removes nothing, and the newest backup is never removed', () => {
  const old = [at('2020-01-01T02:00Z'), at('2020-03-07T02:00Z'), at('2021-05-05T02:00Z')];
  expect(selectRetained(old, { days: 3, weeks: 0, months: 0 }, NOW).size).toBe(3);
  expect(select(old, 0, 0, 0)).toEqual(['2021-05-05']);
  expect(selectRetained([], { days: 7, weeks: 4, months: 12 }, NOW).size).toBe(0);
});
