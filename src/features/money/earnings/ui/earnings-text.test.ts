import { expect, test } from 'vitest';
import { churnLabel, describeChurn } from './earnings-text.ts';

test.each([
  [{ lost: 0, churnPercent: 0 }, '0%'],
  [{ lost: 3, churnPercent: 13 }, '13%'],
  [{ lost: 1, churnPercent: 0 }, 'under 0.1%'],
  [{ lost: 0, churnPercent: null }, '–'],
])('churn of %o is shown as a figure that is consistent with the losses', (churn, label) => {
  expect(churnLabel(churn)).toBe(label);
});

test('churn is explained by the numbers it is computed from', () => {
  expect(describeChurn({ lost: 13, subscriberMonths: 1_036 }, 'day')).toBe(
    '13 of 1,036 subscribers left',
  );
  expect(describeChurn({ lost: 13, subscriberMonths: 90 }, 'month')).toBe(
    '13 left in all; this is the average month',
  );
  expect(describeChurn({ lost: 0, subscriberMonths: 0 }, 'day')).toBe('No subscribers');
});
