import { existsSync } from 'node:fs';
import path from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { openDatabase, type Db } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { describeError } from '#src/platform/log/log-errors.ts';
import { createLog } from '#src/platform/log/log.ts';

/**
 * Runs a check on the configured database, even while the product is running.
 * @throws Error when the product has no data
 */
export async function withProductDatabase(
  run: (db: Db, config: Config, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const config = await loadConfig(process.env);
  const { dataDir } = config;
  if (!config.databaseUrl && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new Error(`There is no data of the product in ${dataDir} (DATA_DIR).`);
  }
  const log = createLog({ logLevel: 'error' });
  // Joins the server of a running product.
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  const { db, pool } = openDatabase(databaseUrl, { max: 2 });
  try {
    await run(db, config, databaseUrl);
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}

/** Reports the error of a script and sets exit code 2. */
export function cannotRun(error: unknown): void {
  const isReadable = error instanceof Error && !(error instanceof DrizzleQueryError);
  console.error(isReadable ? error.message : describeError(error));
  process.exitCode = 2;
}
