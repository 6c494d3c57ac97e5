import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { createUnitReporter } from './scripts/unit-report.ts';

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'];
/** Imports of tests that start databases, servers or processes, or create pictures or videos. */
const SLOW_IMPORTS =
  /from '([^']*(\.testing|\/harness|\/media|\/upload-test|\/embedded-postgres|\/video)\.ts|#test\/[^']+|node:child_process|sharp)'/;

/** Tests that start, kill and wait for processes most of the time; `npm test` runs them beside the journeys. */
const WAITING = /(^test\/(kills|cluster)\/|\/(upload-survives|embedded-postgres)\.test\.ts$)/;

const { UNIT_REPORT } = process.env;
const files = globSync(TESTS, { cwd: import.meta.dirname });
const quick = files.filter((file) => !SLOW_IMPORTS.test(readFileSync(file, 'utf8')));
const slow = files.filter((file) => !quick.includes(file));
const waiting = slow.filter((file) => WAITING.test(file));
const database = slow.filter((file) => !waiting.includes(file));

export default defineConfig({
  test: {
    // Some tests wait for processes, locks and the network, so more workers than cores are faster.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Each worker loads the product once for all files; no test changes module state.
    isolate: false,
    // Long enough for a busy machine.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // `npm test` reads the result of the run from this file.
    reporters: UNIT_REPORT ? ['default', createUnitReporter(UNIT_REPORT)] : ['default'],
    setupFiles: ['test/long.ts', 'test/password-cost.ts'],
    projects: [
      { extends: true, test: { name: 'quick', include: quick } },
      {
        extends: true,
        test: { name: 'database', include: database, globalSetup: ['test/global-setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: waiting,
          globalSetup: ['test/global-setup.ts'],
          // The journeys need most of the machine meanwhile.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
