import { rmSync } from 'node:fs';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { installJobs } from '#src/platform/jobs/jobs.ts';
import { QUEUES } from '#src/server/queues.ts';
import { createDataFolder } from '../scripts/data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated template database that every test file copies. */
    templateUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run; each test file copies the migrated template. Another server
 * with such a template can take its place: docs/scale.md.
 */
export default async function setup(project: TestProject) {
  const { TEST_TEMPLATE_URL } = process.env;
  if (TEST_TEMPLATE_URL) return project.provide('templateUrl', TEST_TEMPLATE_URL);
  const dataDir = createDataFolder('test');
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const { pool } = openDatabase(postgres.url, { max: 1 });
  await migrateDatabase(pool);
  await installJobs(pool, log, QUEUES);
  await pool.end();
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
