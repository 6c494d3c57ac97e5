import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { deleteSessionCookie } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations, type Actor } from '#src/platform/http/operation.ts';
import { eraseUser, type Erasure } from './erase-user.ts';

type Dependencies = Erasure & { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/** Closing one's own account. */
export function erasureApi(services: Dependencies) {
  return operations([
    as('subscriber').delete(
      '/api/account',
      {
        id: 'closeAccount',
        summary: 'Close your account: everything but your payments is deleted at once',
        needsConfirmation: true,
        output: z.object({}),
        example: {},
      },
      async ({ actor, context }) => {
        await closeAccount(services, actor);
        deleteSessionCookie(context, services.config);
        context.header('clear-site-data', '"cache", "storage"');
        return {};
      },
    ),
  ]);
}

async function closeAccount({ db, ...erasure }: Dependencies, { userId, email }: Actor) {
  await db.transaction(async (tx) => {
    // From here on the fan cannot subscribe: a payment waits for the locked user and then finds nobody.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    await eraseUser(tx, erasure, userId);
    await erasure.mail.queue(tx, {
      to: email,
      subject: 'Your account is closed',
      heading: 'Your account is closed',
      paragraphs: [
        'You closed your Velvet Rope account. Your subscriptions have ended, nothing more will be charged, and your data is deleted.',
        'The law makes us keep records of payments. They no longer name you.',
      ],
      footnote: `If this wasn’t you, write to us at ${erasure.config.publicUrl}/contact. We can’t restore the account, but we want to know.`,
    });
  });
}
