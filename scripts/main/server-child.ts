// Runs the product without its pages; server-process.ts starts and kills it.
import { serve } from '@hono/node-server';
import { prepareFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createApp } from '#src/server/app.ts';
import { openServices } from '#src/server/server.ts';
import { startWorker } from '#src/server/worker.ts';

const config = await loadConfig(process.env);
const cleanup: (() => Promise<unknown>)[] = [];
const services = await openServices(config, createLog(config), cleanup);
await prepareFirstAdmin(services, { print: () => {}, isTerminal: false });
const worker = await startWorker(services);
cleanup.push(worker.stop);
const server = serve(
  { fetch: createApp(services).fetch, hostname: '127.0.0.1', port: 0 },
  ({ port }) => process.send!({ port, databaseUrl: services.pool.options.connectionString }),
);
process.on('disconnect', () => void stop());

async function stop(): Promise<void> {
  server.close();
  for (const step of cleanup.toReversed()) await step();
  process.exit(0);
}
