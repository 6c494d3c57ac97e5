import { ConfigError } from '#src/platform/config/config-error.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { describeError } from '#src/platform/log/log-errors.ts';
import { startServer } from '#src/server/server.ts';
import type { Services } from '#src/server/services.ts';

type Options = {
  demo?: boolean;
  prepare: (services: Services) => Promise<void>;
  announce: (url: string) => void;
};

/** Starts the product from the environment and stops it gracefully on SIGINT and SIGTERM. */
export async function runServer({ demo = false, prepare, announce }: Options): Promise<void> {
  try {
    const config = await loadConfig(process.env, { demo });
    const server = await startServer(config, prepare);
    announce(server.url);
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

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'PORT: another program listens on this port already; choose another one.';
  }
  return describeError(error);
}
