import { prepareFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import type { Run } from '../build.ts';
import { runServer } from './run-server.ts';

export const run: Run = (pagesBuilt) =>
  runServer({
    entry: 'start',
    pagesBuilt,
    prepare: (services) =>
      prepareFirstAdmin(services, { print: console.log, isTerminal: process.stdout.isTTY }),
    announce: (url) => console.log(`Velvet Rope is open at ${url}`),
  });

if (import.meta.main) await run();
