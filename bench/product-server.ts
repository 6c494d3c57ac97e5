// The product without its pages, which are not measured.
import { serve } from '@hono/node-server';
import { readConfig } from '#src/platform/config/config.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createApp } from '#src/server/app.ts';
import { openServices } from '#src/server/server.ts';

// The load comes from few accounts, and the admins among them have no second factor.
const config = readConfig({
  THROTTLE_FACTOR: '1000',
  REQUIRE_SECOND_FACTOR: 'false',
  ...process.env,
});
const services = await openServices(config, createLog(config), []);
const server = serve(
  { fetch: createApp(services).fetch, hostname: '127.0.0.1', port: 0 },
  ({ port }) => process.send!({ port }),
);
process.once('disconnect', () => server.close(() => process.exit(0)));
