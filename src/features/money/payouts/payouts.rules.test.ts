import { expect, test } from 'vitest';
import { PAYOUT_CHANGES } from './payout-changes.schema.ts';
import { isForOthers, mayChange, paydayOf, payoutNumber } from './payouts.rules.ts';
import type { PayoutStatus } from './payouts.schema.ts';

test('the payday is so many days after the end of the period', () => {
  expect(paydayOf({ periodEnd: '2026-10-31' }, 15)).toBe('2026-11-15');
  expect(paydayOf({ periodEnd: '2026-12-31' }, 1)).toBe('2027-01-01');
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

test('who made a payout leaves its approval to others, and who approved it its transfer', () => {
  const [maker, approver] = ['a', 'b'];
  const forOthers = (status: PayoutStatus, userId: string) =>
    PAYOUT_CHANGES.filter((change) =>
      isForOthers(change, { status, makerId: maker, approverId: approver }, userId),
    );
  expect(forOthers('pending', maker)).toEqual(['approve']);
  expect(forOthers('approved', approver)).toEqual(['send', 'pay']);
  expect(forOthers('sent', approver)).toEqual(['send']);
  expect(forOthers('returned', approver)).toEqual(['send', 'pay']);
  expect(forOthers('approved', 'c')).toEqual([]);
});
