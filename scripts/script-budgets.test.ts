import { expect, test } from 'vitest';
import { findExcess, weighScripts } from './script-budgets.ts';

const SCRIPTS = {
  'assets/index-00000000.js': { imports: [], entries: ['src/web/entry-client.tsx'], parts: {} },
  'assets/app-00000000.js': {
    imports: ['assets/index-00000000.js'],
    entries: ['src/web/entry-app.tsx', 'src/web/routes/_app.tsx?tsr-split=component'],
    parts: { react: 50_000 },
  },
  'assets/tasks-00000000.js': {
    imports: ['assets/app-00000000.js', 'assets/dates-00000000.js'],
    entries: ['src/web/routes/_app/tasks.tsx?tsr-split=component'],
    parts: { 'src/features/work/tasks': 3_000 },
  },
  'assets/dates-00000000.js': { imports: [], entries: [], parts: { dayjs: 40_000 } },
};
const SIZES: Record<string, number> = { app: 20_000, dates: 11_000, index: 1_000, tasks: 2_000 };
const sizeOf = (file: string) => SIZES[/assets\/(\w+)-/.exec(file)![1]!]!;
const WEIGHTS = weighScripts(SCRIPTS, sizeOf);

test('a screen weighs what it loads with its frame, and each larger script has a weight of its own', () => {
  expect(WEIGHTS.sizes).toEqual({
    'script app': 20_000,
    'script dates': 11_000,
    'screen tasks': 34_000,
  });
});

test('what fits its budget is not reported', () => {
  expect(findExcess(WEIGHTS, WEIGHTS)).toEqual([]);
});

test('a screen over its budget is reported with the scripts that it loads now and the modules that grew', () => {
  const sizes = { ...WEIGHTS.sizes, 'screen tasks': 30_000 };
  const budgets = {
    sizes,
    loads: { 'screen tasks': ['app'] },
    parts: { react: 50_000, dayjs: 10_000 },
  };
  expect(findExcess(WEIGHTS, budgets)).toEqual([
    'screen tasks: 34000 bytes after gzip, at most 30000',
    '  loads now: dates',
    '  grown: dayjs by 30000',
    '  grown: src/features/work/tasks by 3000',
  ]);
});

test('a new script needs a budget once it is large', () => {
  const { 'script dates': _, ...sizes } = WEIGHTS.sizes;
  expect(findExcess(WEIGHTS, { ...WEIGHTS, sizes })).toEqual([
    'script dates: 11000 bytes after gzip, at most 10000',
  ]);
});
