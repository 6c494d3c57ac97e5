// The product itself without its pages, which the measured requests never reach.
import { serve } from '@hono/node-server';
import { createApp } from '#src/app.ts';
import { readConfig } from '#src/platform/config.ts';
import { openDatabase } from '#src/platform/db.ts';
import { installJobs, openJobs } from '#src/platform/jobs.ts';
import { createLog } from '#src/platform/log.ts';
import { tuneMemory } from '#src/platform/memory.ts';
import { openStorage } from '#src/platform/open-storage.ts';
import { QUEUES } from '#src/queues.ts';
import { createServices } from '#src/services.ts';

tuneMemory();
const config = readConfig(process.env);
const { db, pool } = openDatabase(config.databaseUrl!);
const log = createLog(config);
await installJobs(pool, log, QUEUES);
const jobs = await openJobs(pool, log);
const services = createServices({
  config,
  log,
  db,
  pool,
  jobs,
  storage: await openStorage(config),
});
const server = serve(
  { fetch: createApp(services).fetch, hostname: '127.0.0.1', port: 0 },
  ({ port }) => process.send!({ port }),
);
process.once('disconnect', () => server.close(() => process.exit(0)));
