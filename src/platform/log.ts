import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Structured log lines on standard output. Credentials and cookies never reach it. */
export const createLog = (config: Pick<Config, 'logLevel'>): Log =>
  pino({
    level: config.logLevel,
    base: undefined,
    redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'authorization'],
  });
