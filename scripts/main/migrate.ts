// Migrates the database and ends. The product does the same when it starts; an update of several
// processes does it once, before the first new one.
import { ConfigError } from '#src/platform/config/config-error.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { describeError } from '#src/platform/log/log-errors.ts';
import { createLog } from '#src/platform/log/log.ts';
import { openServices } from '#src/server/server.ts';

const cleanup: (() => Promise<unknown>)[] = [];
try {
  const config = await loadConfig(process.env);
  await openServices(config, createLog(config), cleanup);
  console.log('The database is up to date.');
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exitCode = 1;
} finally {
  for (const step of cleanup.toReversed()) await step();
}
