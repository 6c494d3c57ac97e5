import { expect, test } from 'vitest';
import { allowedSize, measureSize, readSizes, type Sizes } from './measure-size.ts';

test('no figure of the size is above its record, unless a raise names the capability', () => {
  const sizes = readSizes();
  const tooLarge = Object.entries(measureSize()).filter(
    ([figure, now]) => now > allowedSize(sizes, figure),
  );
  expect(tooLarge).toEqual([]);
});

test('a raise allows as much as it names, for its figure alone', () => {
  const sizes: Sizes = {
    recorded: { tables: 100, features: 10 },
    raises: [
      { for: 'tips', by: { tables: 2 } },
      { for: 'messages', by: { tables: 3, features: 1 } },
    ],
  };
  expect(allowedSize(sizes, 'tables')).toBe(105);
  expect(allowedSize(sizes, 'features')).toBe(11);
  expect(allowedSize(sizes, 'unknown')).toBe(0);
});
