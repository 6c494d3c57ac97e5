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

/**
 * Starts the product from the environment, in this process or in several, and stops it gracefully on
 * SIGINT and SIGTERM.
 */
export async function runServer({ announce, ...options }: Options): Promise<void> {
  try {
    const config = await loadConfig(process.env, { demo: options.entry === 'demo' });
    const server = await start(config, options);
    // Contains what a start runs, which the process forgets before it ends.
    flushCompileCache();
    // The supervisor announces its workers.
    if (config.worker === undefined) announce(server.url, config);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= server.stop().then(() => process.exit(0));
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

async function start(
  config: Config,
  { entry, openStorage, pagesBuilt, prepare }: Omit<Options, 'announce'>,
) {
  // Prepared by the supervisor.
  if (config.worker !== undefined) return startServer(config);
  // Vite serves the pages of a single process.
  if (config.workers === 1 || config.mode === 'development')
    return startServer(config, { prepare, openStorage, pagesBuilt });
  await pagesBuilt;
  return startWorkers(config, { entry, prepare });
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'PORT: another program listens on this port already; choose another one.';
  }
  return describeError(error);
}
