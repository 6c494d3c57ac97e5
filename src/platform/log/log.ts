import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#src/platform/config/config.ts';
import { describeError } from './log-errors.ts';

export type Log = Logger;

/** Visitors choose the addresses they ask for, and must not fill the log with them. */
const LONGEST_PATH = 200;

/**
 * Structured log lines on standard output, or where told. Credentials and cookies never reach it,
 * nor the values of statements; errors are logged as `err`.
 */
export const createLog = (
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = process.stdout,
): Log =>
  pino(
    {
      level: config.logLevel,
      base: undefined,
      redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'authorization'],
      serializers: {
        err: (error: unknown) => describeError(error),
        path: (path: unknown) => String(path).slice(0, LONGEST_PATH),
      },
    },
    destination,
  );
