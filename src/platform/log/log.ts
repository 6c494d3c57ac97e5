import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#src/platform/config/config.ts';
import { currentRun, describeRun } from './current-run.ts';
import { describeError } from './log-errors.ts';

export type Log = Logger;

/** Visitors choose the paths they request and must not be able to fill the log with them. */
const MAX_PATH_LENGTH = 200;

/**
 * Writes structured log lines to standard output or the given destination. Each names the request or the
 * job that it belongs to. Omits credentials, cookies and the values of statements. Errors are logged as
 * `err`.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = process.stdout,
): Log {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      mixin: () => describeRun(currentRun()),
      redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'authorization'],
      serializers: {
        err: (error: unknown) => describeError(error),
        path: (path: unknown) => String(path).slice(0, MAX_PATH_LENGTH),
      },
    },
    destination,
  );
}
