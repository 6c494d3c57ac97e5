import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { ConfigError } from '#src/platform/config/config-error.ts';
import type { Config } from '#src/platform/config/config.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { describeError } from '#src/platform/log/log-errors.ts';
import { startServer, type OpenStorage } from '#src/server/server.ts';
import type { Services } from '#src/server/services.ts';
import { startWorkers } from './workers.ts';

type Options = {
  entry: 'demo' | 'start';
  openStorage?: OpenStorage;
  /** For a start that builds the pages meanwhile. */
  pagesBuilt?: Promise<void> | undefined;
  prepare: (services: Services) => Promise<void>;
  announce: (url: string, config: Config) => void;
};

type StartOptions = Omit<Options, 'announce'> & { signal: AbortSignal };

/**
 * Starts the product from the environment, in this process or in several, and stops it gracefully on
 * SIGINT, SIGTERM and SIGHUP, also during the start.
 */
export async function runServer({ announce, ...options }: Options): Promise<void> {
  const stopping = new AbortController();
  let running: Promise<{ stop(): Promise<void> }> | undefined;
  let ended: Promise<void> | undefined;
  // First of all: a start that ends at once leaves the database running that it has started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort());
  }
  stopping.signal.addEventListener('abort', () => {
    const stopped = running?.then(({ stop }) => stop()) ?? Promise.resolve();
    // A start that fails has stopped what it had started.
    ended = stopped.catch(() => {}).finally(() => process.exit(0));
  });
  try {
    const config = await loadConfig(process.env, { demo: options.entry === 'demo' });
    const starting = start(config, { ...options, signal: stopping.signal });
    running = starting;
    const { url } = await starting;
    // Contains what a start runs, which the process forgets before it ends.
    flushCompileCache();
    // The supervisor announces its workers.
    if (config.worker === undefined && !stopping.signal.aborted) announce(url, config);
  } catch (error) {
    // Not a failure: nothing follows before the process ends.
    if (stopping.signal.aborted) return ended;
    console.error(explain(error));
    process.exit(1);
  }
}

async function start(
  config: Config,
  { entry, openStorage, pagesBuilt, prepare, signal }: StartOptions,
) {
  // Prepared by the supervisor.
  if (config.worker !== undefined) return startServer(config, { signal });
  // Vite serves the pages of a single process.
  if (config.workers === 1 || config.mode === 'development')
    return startServer(config, { prepare, openStorage, pagesBuilt, signal });
  await Promise.race([pagesBuilt, once(signal, 'abort')]);
  signal.throwIfAborted();
  return startWorkers(config, { entry, prepare, signal });
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'PORT: another program listens on this port already; choose another one.';
  }
  return describeError(error);
}
