import { prepareFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import { isMailConnected, NO_MAIL_SERVER } from '#src/platform/mail/mail.ts';
import type { Run } from '../build.ts';
import { runServer } from './run-server.ts';

export const run: Run = (pagesBuilt) =>
  runServer({
    entry: 'start',
    pagesBuilt,
    prepare: (services) =>
      prepareFirstAdmin(services, { print: console.log, isTerminal: process.stdout.isTTY }),
    announce(url, config) {
      console.log(`Velvet Rope is open at ${url}`);
      if (!isMailConnected(config)) console.log(`${NO_MAIL_SERVER}.`);
    },
  });

if (import.meta.main) await run();
