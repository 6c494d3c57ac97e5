import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { createUnitReporter } from './scripts/unit-report.ts';

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'];
/** What a test imports that starts a database, a server or a process, or makes pictures or films. */
const STARTS =
  /from '([^']*(\.testing|\/harness|\/media|\/upload-test|\/embedded-postgres|\/video)\.ts|#test\/[^']+|node:child_process|sharp)'/;

const { UNIT_REPORT } = process.env;
const files = globSync(TESTS, { cwd: import.meta.dirname });
const quick = files.filter((file) => !STARTS.test(readFileSync(file, 'utf8')));
const slow = files.filter((file) => !quick.includes(file));

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // A worker loads the product once for all of its files; no test changes a module's state.
    isolate: false,
    // Room for a machine that is busy with other things.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // `npm test` reads what the run has come to from this file.
    reporters: UNIT_REPORT ? ['default', createUnitReporter(UNIT_REPORT)] : ['default'],
    setupFiles: ['test/long.ts'],
    projects: [
      { extends: true, test: { name: 'quick', include: quick } },
      {
        extends: true,
        test: { name: 'database', include: slow, globalSetup: ['test/global-setup.ts'] },
      },
    ],
  },
});
