import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // A worker loads the product once for all of its files; no test changes a module's state.
    isolate: false,
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Room for a machine that is busy with other things.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
