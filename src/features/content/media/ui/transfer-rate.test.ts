import { expect, test } from 'vitest';
import { bytesText, createTransferRate, timeLeftText } from './transfer-rate.ts';

test('the speed of an upload is that of its last seconds', () => {
  const rate = createTransferRate();
  rate.note(0, 0);
  for (let second = 1; second <= 10; second++) rate.note(second * 1_000, second * 1_000_000);
  expect(rate.bytesPerSecond()).toBe(1_000_000);
  for (let second = 11; second <= 20; second++) {
    rate.note(second * 1_000, 10_000_000 + (second - 10) * 250_000);
  }
  expect(rate.bytesPerSecond()).toBe(250_000);
});

test('no speed is told before it can be known, nor from before a pause', () => {
  const rate = createTransferRate();
  expect(rate.bytesPerSecond()).toBeNull();
  rate.note(0, 0);
  rate.note(500, 4_000_000);
  expect(rate.bytesPerSecond()).toBeNull();
  rate.note(2_000, 4_000_000);
  expect(rate.bytesPerSecond()).toBe(2_000_000);
  rate.reset();
  rate.note(60_000, 4_000_000);
  expect(rate.bytesPerSecond()).toBeNull();
});

test('bytes that were lost with a connection do not make the speed negative', () => {
  const rate = createTransferRate();
  rate.note(0, 0);
  rate.note(1_000, 8_000_000);
  rate.note(2_000, 3_000_000);
  rate.note(4_000, 5_000_000);
  expect(rate.bytesPerSecond()).toBe(1_000_000);
});

test('the time left is told in the unit that fits', () => {
  expect(timeLeftText(1_000, null)).toBeNull();
  expect(timeLeftText(1_000, 0)).toBeNull();
  expect(timeLeftText(10_500, 1_000)).toBe('11 s left');
  expect(timeLeftText(61_000, 1_000)).toBe('2 min left');
  expect(timeLeftText(3_600_000, 1_000)).toBe('1 h left');
  expect(timeLeftText(4_800_000, 1_000)).toBe('1 h 20 min left');
});

test('sizes are told with one decimal where it matters', () => {
  expect([0, 999, 1_000, 999_600, 1_450_000, 43_210_000, 2_147_483_648].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '1.0 MB',
    '1.4 MB',
    '43 MB',
    '2.1 GB',
  ]);
});
