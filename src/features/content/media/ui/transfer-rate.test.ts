import { expect, test } from 'vitest';
import { bytesText, createTransferRate, timeLeftText } from './transfer-rate.ts';

test('the speed of an upload is that of its last seconds', () => {
  const rate = createTransferRate();
  rate.addSample(0, 0);
  for (let second = 1; second <= 10; second++) rate.addSample(second * 1_000, second * 1_000_000);
  expect(rate.bytesPerSecond()).toBe(1_000_000);
  for (let second = 11; second <= 20; second++) {
    rate.addSample(second * 1_000, 10_000_000 + (second - 10) * 250_000);
  }
  expect(rate.bytesPerSecond()).toBe(250_000);
});

test('the speed is null until it can be measured, also after a pause', () => {
  const rate = createTransferRate();
  expect(rate.bytesPerSecond()).toBeNull();
  rate.addSample(0, 0);
  rate.addSample(500, 4_000_000);
  expect(rate.bytesPerSecond()).toBeNull();
  rate.addSample(2_000, 4_000_000);
  expect(rate.bytesPerSecond()).toBe(2_000_000);
  rate.reset();
  rate.addSample(60_000, 4_000_000);
  expect(rate.bytesPerSecond()).toBeNull();
});

test('bytes lost with a connection do not make the speed negative', () => {
  const rate = createTransferRate();
  rate.addSample(0, 0);
  rate.addSample(1_000, 8_000_000);
  rate.addSample(2_000, 3_000_000);
  rate.addSample(4_000, 5_000_000);
  expect(rate.bytesPerSecond()).toBe(1_000_000);
});

test('the remaining time has a fitting unit', () => {
  expect(timeLeftText(1_000, null)).toBeNull();
  expect(timeLeftText(1_000, 0)).toBeNull();
  expect(timeLeftText(10_500, 1_000)).toBe('11 s left');
  expect(timeLeftText(61_000, 1_000)).toBe('2 min left');
  expect(timeLeftText(3_600_000, 1_000)).toBe('1 h left');
  expect(timeLeftText(4_800_000, 1_000)).toBe('1 h 20 min left');
});

test('small sizes have one decimal', () => {
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
