import { prepareFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import { runServer } from './run-server.ts';

await runServer({
  entry: 'start',
  prepare: (services) => prepareFirstAdmin(services, console.log),
  announce: (url) => console.log(`Velvet Rope is open at ${url}`),
});
