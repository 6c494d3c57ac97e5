import { expect, test } from 'vitest';
import { AUTO, autoLimits, levelFor, qualityOf } from './video-quality.ts';

const upright = [
  { width: 360, height: 640 },
  { width: 480, height: 854 },
  { width: 720, height: 1280 },
];

test('a quality is named by its short side in portrait and landscape', () => {
  expect(qualityOf({ width: 1280, height: 720 })).toBe(720);
  expect(qualityOf({ width: 720, height: 1280 })).toBe(720);
});

test('the quality chosen for one video applies to another that has it', () => {
  expect(levelFor(upright, 480)).toBe(1);
});

test('a video without the chosen quality plays in the next lower one', () => {
  expect(levelFor(upright, 1080)).toBe(2);
  expect(levelFor(upright, 600)).toBe(1);
});

test('a video that has only higher qualities plays in its lowest', () => {
  expect(levelFor(upright.slice(1), 360)).toBe(0);
});

test('the order in which a video lists its qualities does not matter', () => {
  expect(levelFor(upright.toReversed(), 480)).toBe(1);
  expect(levelFor(upright.toReversed(), 100)).toBe(2);
});

const usual = { isSavingData: false, isBandwidthKnown: true };

test('without a choice the player decides', () => {
  expect(levelFor(upright, null)).toBe(AUTO);
  expect(levelFor([], 480)).toBe(AUTO);
  expect(autoLimits(upright, usual)).toEqual({ start: AUTO, highest: AUTO });
});

test('until the bandwidth is known, Auto starts with the lowest quality', () => {
  const limits = autoLimits(upright, { ...usual, isBandwidthKnown: false });
  expect(limits).toEqual({ start: 0, highest: AUTO });
});

test('while the browser saves data, Auto starts with the lowest quality and uses at most 480 lines', () => {
  const saving = { ...usual, isSavingData: true };
  expect(autoLimits(upright, saving)).toEqual({ start: 0, highest: 1 });
  expect(autoLimits(upright.slice(2), saving)).toEqual({ start: 0, highest: 0 });
});
