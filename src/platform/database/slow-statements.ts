import { currentRun, describeRun } from '#src/platform/log/current-run.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { StatementObserver } from './observe-statements.ts';

/** Logs statements that take longer than a limit, with the request or the job that they run for. */
export type SlowStatements = {
  observe: StatementObserver;
  /** How many there were since the start of the process. */
  count: () => number;
};

/** @param limitMs milliseconds; neither values nor results are logged */
export function createSlowStatements(limitMs: number, log: Log): SlowStatements {
  let count = 0;
  return {
    observe(statement) {
      const startedAt = performance.now();
      // The end is reported by the connection, outside of the request.
      const run = currentRun();
      return ({ rows, error }) => {
        const durationMs = Math.round(performance.now() - startedAt);
        if (durationMs < limitMs) return;
        count += 1;
        const { name, text } = statement();
        const hasFailed = error !== null && error !== undefined;
        log.warn(
          { ...describeRun(run), statement: name, text, durationMs, rows, hasFailed },
          'slow statement',
        );
      };
    },
    count: () => count,
  };
}
