import { expect, test } from 'vitest';
import { churnLabel, churnNotes } from './earnings-text.ts';

test.each([
  [{ atStart: 23, leftOfStart: 0, lost: 13 }, 0, '0%'],
  [{ atStart: 23, leftOfStart: 3, lost: 3 }, 13, '13%'],
  [{ atStart: 4_000, leftOfStart: 1, lost: 1 }, 0, 'under 0.1%'],
  [{ atStart: 0, leftOfStart: 0, lost: 2 }, null, '–'],
])(
  'churn of %o is shown as a figure that is consistent with the losses',
  (counts, percent, label) => {
    expect(churnLabel({ ...counts, churnPercent: percent })).toBe(label);
  },
);

test('the notes on churn account for every lost subscriber', () => {
  expect(churnNotes({ atStart: 23, leftOfStart: 0, lost: 13 })).toEqual([
    '0 of the 23 starting subscribers left',
    '13 joined and left in this period',
  ]);
  expect(churnNotes({ atStart: 1_200, leftOfStart: 3, lost: 3 })).toEqual([
    '3 of the 1,200 starting subscribers left',
  ]);
  expect(churnNotes({ atStart: 0, leftOfStart: 0, lost: 2 })).toEqual([
    'No subscribers at the start',
    '2 joined and left in this period',
  ]);
});
