import { and, eq, gt, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import { removeFactorsSince } from '#src/features/identity/second-factor/server/end-factors.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatMailTime } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { secureAccountSchema } from '../security.schema.ts';
import { knownDevices } from './known-devices.table.ts';
import { SIGN_IN_REPORT_DAYS } from './known-devices.ts';
import { PASSWORD_RESET_QUEUE } from './password-reset.ts';
import { disablePassword } from './passwords.ts';
import type { SessionClient } from './sessions.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const SECURE_ACCOUNT_LINK = 'secure-account-link';

const PURPOSE = 'secure account link v1';

/** The address in a mail about a new device. The fragment is not sent to servers. */
export function secureAccountUrl(
  { publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>,
  deviceId: string,
): string {
  return `${publicUrl}/secure-account#${signToken(secrets, PURPOSE, deviceId)}`;
}

type NewDevice = SessionClient & { userId: string; deviceId: string };

/** Notifies the owner of a sign-in on a new device, once the transaction commits. */
export async function mailNewDevice(
  tx: Db,
  { mail }: Pick<AccountMails, 'mail'>,
  { userId, deviceId, userAgent, country }: NewDevice,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId));
  await mail.queue(tx, {
    to: user!.email,
    subject: 'New sign-in to your account',
    heading: 'Was this you?',
    paragraphs: [
      'Someone just signed in to your Velvet Rope account on a new device.',
      'If this was you, there’s nothing more to do.',
    ],
    facts: [
      { label: 'Device', value: nameDevice(userAgent) },
      ...(country ? [{ label: 'Country', value: countryName(country) }] : []),
      { label: 'Time', value: formatMailTime(new Date(), user!.timeZone ?? 'UTC') },
    ],
    action: { label: 'This Wasn’t Me', kind: SECURE_ACCOUNT_LINK, subject: deviceId },
    footnote: `The button lets you sign out every device and choose a new password. It works for ${SIGN_IN_REPORT_DAYS} days. Nothing happens until you confirm.`,
  });
}

type Dependencies = { db: Db; jobs: Jobs; config: Pick<Config, 'secrets'> };

async function findSignIn(db: Db, secrets: Secrets, token: string) {
  const deviceId = readSignedId(secrets, PURPOSE, token);
  const oldest = sql`now() - make_interval(days => ${SIGN_IN_REPORT_DAYS}::int)`;
  const [device] = deviceId
    ? await db
        .select({
          userId: knownDevices.userId,
          signedInAt: sql<Date>`${knownDevices.signedInAt}`.mapWith(knownDevices.signedInAt),
        })
        .from(knownDevices)
        .where(and(eq(knownDevices.id, deviceId), gt(knownDevices.signedInAt, oldest)))
    : [];
  if (device) return device;
  throw new DomainError('not-found', 'This link has been used or has expired');
}

/** The sign-in that a mail's link is about. @throws DomainError 'not-found' */
export async function getSecureAccount(
  { db, config }: Dependencies,
  token: string,
): Promise<z.input<typeof secureAccountSchema>> {
  const { signedInAt } = await findSignIn(db, config.secrets, token);
  return { signedInAt, isSecured: false };
}

/**
 * Secures the account of a mail's link: makes the known password useless, ends what was begun with it,
 * removes every factor that was added since the sign-in, and sends a link to choose another password.
 * The links about later sign-ins end as well; one about an earlier sign-in can still be used.
 * @throws DomainError 'not-found'
 */
export async function secureAccount(
  { db, jobs, config }: Dependencies,
  token: string,
): Promise<z.input<typeof secureAccountSchema>> {
  return db.transaction(async (tx) => {
    const { userId, signedInAt } = await findSignIn(tx, config.secrets, token);
    await disablePassword(tx, userId);
    // Factors from before stay: the link alone must not be enough to sign in.
    await removeFactorsSince(tx, userId, signedInAt);
    await tx
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, userId), gte(knownDevices.signedInAt, signedInAt)));
    await jobs.enqueue(tx, PASSWORD_RESET_QUEUE, { userId });
    return { signedInAt, isSecured: true };
  });
}
