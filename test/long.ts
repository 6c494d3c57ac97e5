import fc from 'fast-check';

/** Whether property tests run for a long time (`npm run test:long`). */
export const isLong = process.env.LONG_TESTS === '1';

if (isLong) fc.configureGlobal({ numRuns: 5_000 });
