import { expect, test } from 'vitest';
import { figureText } from './rule-text.ts';

test('figures show their amounts in dollars, and their times as they are', () => {
  expect(figureText('fee 100 cents; -4900 cents for the period of 2026-11-01 00:00')).toBe(
    'fee $1.00; -$49.00 for the period of 2026-11-01 00:00',
  );
});
