// The product without its pages, for the upload test; started and killed by upload-test.ts.
import { mkdirSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createApp } from '#src/app.ts';
import { prepareFirstAdmin } from '#src/features/accounts/server/first-admin.ts';
import { readConfig } from '#src/platform/config.ts';
import { migrateDatabase, openDatabase } from '#src/platform/db.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres.ts';
import { installJobs, openJobs } from '#src/platform/jobs.ts';
import { createLog } from '#src/platform/log.ts';
import { openStorage } from '#src/platform/open-storage.ts';
import { QUEUES } from '#src/queues.ts';
import { createServices } from '#src/services.ts';
import { startWorker } from '#src/worker.ts';

const config = readConfig(process.env);
const log = createLog(config);
mkdirSync(config.dataDir, { recursive: true });
const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
const { db, pool } = openDatabase(postgres.url);
await migrateDatabase(pool);
await installJobs(pool, log, QUEUES);
const jobs = await openJobs(pool, log);
const storage = await openStorage(config);
const services = createServices({ config, log, db, pool, jobs, storage });
await prepareFirstAdmin(services, () => {});
const worker = await startWorker(services);
const server = serve(
  { fetch: createApp(services).fetch, hostname: '127.0.0.1', port: 0 },
  ({ port }) => process.send!({ port, databaseUrl: postgres.url }),
);
process.on('disconnect', () => void stop());

async function stop(): Promise<void> {
  server.close();
  await worker.stop();
  await jobs.stop();
  await pool.end();
  await postgres.stop();
  process.exit(0);
}
