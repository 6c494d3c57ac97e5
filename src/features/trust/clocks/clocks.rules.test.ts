import { describe, expect, test } from 'vitest';
import { addBusinessDays, addHours } from './clocks.rules.ts';
import { BUSINESS_ZONE, HOLIDAYS } from './holidays.ts';

const us = { timeZone: BUSINESS_ZONE, holidays: HOLIDAYS };
const add = (start: string, days: number, calendar = us) =>
  addBusinessDays(new Date(start), days, calendar).toISOString();

test.each([
  ['a plain week', '2026-09-14T14:00:00Z', '2026-09-23T14:00:00Z'],
  ['a start on Saturday counts from Monday', '2026-09-19T14:00:00Z', '2026-09-29T14:00:00Z'],
  ['Thanksgiving is left out', '2026-11-24T15:00:00Z', '2026-12-04T15:00:00Z'],
  ['Christmas and New Year are left out', '2026-12-23T15:00:00Z', '2027-01-05T15:00:00Z'],
  ['the clock changes in between', '2026-10-30T14:00:00Z', '2026-11-10T15:00:00Z'],
])('seven business days: %s', (_, start, due) => {
  expect(add(start, 7)).toBe(new Date(due).toISOString());
});

test('the time zone decides which day it is', () => {
  // Friday evening in New York is Saturday in Tokyo.
  const start = '2026-09-19T01:00:00Z';
  expect(add(start, 1)).toBe('2026-09-22T01:00:00.000Z');
  const tokyo = { timeZone: 'Asia/Tokyo', holidays: new Set<string>() };
  expect(add(start, 1, tokyo)).toBe('2026-09-21T01:00:00.000Z');
});

test('the local time stays the same over a clock change and a holiday', () => {
  const berlin = { timeZone: 'Europe/Berlin', holidays: new Set(['2027-03-29']) };
  expect(add('2027-03-26T09:00:00Z', 1, berlin)).toBe('2027-03-30T08:00:00.000Z');
});

test('elapsed hours ignore clock changes', () => {
  expect(addHours(new Date('2026-10-31T12:00:00Z'), 48).toISOString()).toBe(
    '2026-11-02T12:00:00.000Z',
  );
});

describe('the holidays', () => {
  const day = (year: number, month: number, date: number) =>
    new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  const weekdayOf = (date: string) => new Date(date).getUTCDay();
  /** The nth Monday or Thursday of a month. */
  const nth = (year: number, month: number, weekday: number, count: number) =>
    day(year, month, 1 + ((weekday - weekdayOf(day(year, month, 1)) + 7) % 7) + 7 * (count - 1));
  const lastMondayOfMay = (year: number) =>
    day(year, 5, 31 - ((weekdayOf(day(year, 5, 31)) + 6) % 7));
  /** A Saturday is observed on Friday, a Sunday on Monday (5 U.S.C. 6103). */
  const observed = (year: number, month: number, date: number) => {
    const shift = { 6: -1, 0: 1 }[weekdayOf(day(year, month, date))] ?? 0;
    return day(year, month, date + shift);
  };
  const [MONDAY, THURSDAY] = [1, 4];
  const federal = (year: number) => [
    observed(year, 1, 1),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    lastMondayOfMay(year),
    observed(year, 6, 19),
    observed(year, 7, 4),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    observed(year, 11, 11),
    nth(year, 11, THURSDAY, 4),
    observed(year, 12, 25),
  ];

  test('are those of federal law, as they are observed, in every year of the list', () => {
    const years = [...new Set([...HOLIDAYS].map((date) => Number(date.slice(0, 4))))];
    expect(years).toEqual([2026, 2027, 2028, 2029]);
    expect([...HOLIDAYS].toSorted()).toEqual(years.flatMap(federal).toSorted());
  });
});
