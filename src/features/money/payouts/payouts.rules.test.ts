import { expect, test } from 'vitest';
import { PAYOUT_CHANGES } from './payout-changes.schema.ts';
import {
  mayChange,
  monthBefore,
  monthBounds,
  monthLabel,
  paydayOf,
  payoutNumber,
} from './payouts.rules.ts';
import type { PayoutStatus } from './payouts.schema.ts';

test.each([
  ['2026-10', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-10-31'],
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '2026-12-31'],
  ['2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', '2028-02-29'],
])(
  '%s lies between its first instant in UTC and that of the next month',
  (month, from, to, end) => {
    expect(monthBounds(month)).toEqual({
      from: new Date(from),
      to: new Date(to),
      periodStart: `${month}-01`,
      periodEnd: end,
    });
  },
);

test('the payday is so many days after the end of the period', () => {
  expect(paydayOf({ periodEnd: '2026-10-31' }, 15)).toBe('2026-11-15');
  expect(paydayOf({ periodEnd: '2026-12-31' }, 1)).toBe('2027-01-01');
});

test('the previous month follows the UTC calendar', () => {
  expect(monthBefore(new Date('2026-11-01T00:00:00.000Z'))).toBe('2026-10');
  expect(monthBefore(new Date('2026-10-31T23:59:59.999Z'))).toBe('2026-09');
  expect(monthBefore(new Date('2027-01-31T12:00:00Z'))).toBe('2026-12');
  expect(monthBefore(new Date('2027-03-31T12:00:00Z'), 0)).toBe('2027-03');
  expect(monthBefore(new Date('2027-03-31T12:00:00Z'), 15)).toBe('2025-12');
});

test('the label of a month is the same in every time zone', () => {
  expect(monthLabel('2026-10')).toBe('October 2026');
  expect(monthLabel('2026-01-01')).toBe('January 2026');
});

test('the number of a payout contains its month and its id', () => {
  const id = '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b';
  expect(payoutNumber({ id, periodStart: '2026-10-01' })).toBe('PO-2026-10-6F1E2D3C');
});

test('each status permits its changes, and approval comes first where it is needed', () => {
  const changes = (status: PayoutStatus, needsApproval = false) =>
    PAYOUT_CHANGES.filter((change) => mayChange(change, { status, needsApproval }));
  expect(changes('pending')).toEqual(['send', 'pay', 'void']);
  expect(changes('pending', true)).toEqual(['approve', 'void']);
  expect(changes('approved', true)).toEqual(['send', 'pay', 'void']);
  expect(changes('sent')).toEqual(['pay', 'return']);
  expect(changes('paid')).toEqual(['return']);
  expect(changes('returned')).toEqual(['send', 'pay', 'void']);
  expect(changes('voided')).toEqual([]);
});
