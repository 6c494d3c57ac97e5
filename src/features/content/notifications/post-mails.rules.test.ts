import { expect, test } from 'vitest';
import { latestPeriodEnd } from './post-mails.rules.ts';

test.each([
  ['daily', '2026-11-22T15:59:59.999Z', '2026-11-21T16:00:00.000Z'],
  ['daily', '2026-11-22T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
  ['daily', '2027-01-01T03:00:00.000Z', '2026-12-31T16:00:00.000Z'],
  // A Friday.
  ['weekly', '2026-11-20T15:59:00.000Z', '2026-11-13T16:00:00.000Z'],
  ['weekly', '2026-11-20T16:05:00.000Z', '2026-11-20T16:00:00.000Z'],
  ['weekly', '2026-11-26T23:00:00.000Z', '2026-11-20T16:00:00.000Z'],
  ['at_once', '2026-11-22T15:59:00.000Z', '2026-11-22T15:58:00.000Z'],
] as const)('the latest %s period at %s ended at %s', (frequency, now, end) => {
  expect(latestPeriodEnd(frequency, new Date(now)).toISOString()).toBe(end);
});
