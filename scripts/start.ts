import { prepareFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import { buildPages } from './build.ts';
import { runServer } from './run-server.ts';

process.env.NODE_ENV ??= 'production';
await buildPages();
await runServer({
  prepare: (services) => prepareFirstAdmin(services, console.log),
  announce: (url) => console.log(`Velvet Rope is open at ${url}`),
});
