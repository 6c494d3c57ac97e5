import { eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { listMailKinds, type UnsubscribeLink } from '../mail-preferences.schema.ts';
import { getMailPreferences, switchOffMails } from './mail-preferences.ts';
import { readUnsubscribeToken } from './unsubscribe-links.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** The recipient of an unsubscribe link's mail. @throws DomainError 'not-found' */
async function getRecipient({ db, config }: Dependencies, token: string) {
  const subject = readUnsubscribeToken(config.secrets, token);
  const [recipient] = subject
    ? await db
        .select({ role: userRoles.role })
        .from(userRoles)
        .where(eq(userRoles.userId, subject.userId))
    : [];
  if (!subject || !recipient) {
    throw new DomainError('not-found', 'This link is incomplete, or its account no longer exists.');
  }
  return { ...subject, ...recipient };
}

/** The state of an unsubscribe link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getUnsubscribeLink(
  dependencies: Dependencies,
  token: string,
): Promise<UnsubscribeLink> {
  const { kind, ...recipient } = await getRecipient(dependencies, token);
  const preferences = await getMailPreferences(dependencies.db, recipient);
  return {
    kind,
    // A kind that the recipient's present role does not receive is never sent.
    isOff: (preferences[kind] ?? 'off') === 'off',
    receivesOthers: Object.entries({ ...preferences, [kind]: 'off' }).some(
      ([, frequency]) => frequency !== 'off',
    ),
  };
}

/** Switches off the mails of an unsubscribe link, or all; idempotent. @throws 'not-found' */
export async function unsubscribe(
  dependencies: Dependencies,
  { token, all }: { token: string; all: boolean },
): Promise<UnsubscribeLink> {
  const { userId, kind, role } = await getRecipient(dependencies, token);
  const kinds = all ? new Set([kind, ...listMailKinds(role)]) : [kind];
  await switchOffMails(dependencies.db, userId, [...kinds]);
  return getUnsubscribeLink(dependencies, token);
}
