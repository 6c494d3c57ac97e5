import { and, eq, getTableColumns, gt, gte, isNotNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  mailWelcome,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isKnownDevice } from '#src/features/identity/auth/server/known-devices.ts';
import { withdrawPasswordLinks } from '#src/features/identity/auth/server/password-reset.ts';
import { requireCurrentPassword } from '#src/features/identity/auth/server/passwords.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import {
  UNDO_DAYS,
  type confirmEmailSchema,
  type ConfirmationLink,
} from '../email-addresses.schema.ts';
import { readConfirmToken } from './email-links.ts';
import { mailEmailChanged } from './email-mails.ts';

type Dependencies = AccountMails & {
  db: Db;
  guesses: GrowingDelay;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};
type StoredConfirmation = typeof emailConfirmations.$inferSelect;

/** The browser of a link: who is signed in, and its own secret. */
export type LinkBrowser = { userId: string | undefined; device: string | null };

/** The confirmation of a link that still works, or was used. @throws DomainError 'not-found' */
async function findConfirmation(
  db: Db,
  secrets: Secrets,
  token: string,
): Promise<StoredConfirmation> {
  const id = readConfirmToken(secrets, token);
  const isOpen = or(
    isNotNull(emailConfirmations.confirmedAt),
    and(
      gt(emailConfirmations.expiresAt, sql`now()`),
      gte(emailConfirmations.createdAt, credentials.changedAt),
    ),
  );
  const [found] = id
    ? await db
        .select(getTableColumns(emailConfirmations))
        .from(emailConfirmations)
        .innerJoin(credentials, eq(credentials.userId, emailConfirmations.userId))
        .where(and(eq(emailConfirmations.id, id), isOpen))
    : [];
  if (found) return found;
  throw new DomainError('not-found', 'This link has expired, or was replaced by a newer one.');
}

/**
 * Whether a link needs the password, because its browser is not known to be the owner's: anybody can
 * name the address of somebody else, who must not hand it over to their account. An admin has checked it.
 */
async function needsPassword(
  db: Db,
  { userId, requestedBy, confirmedAt }: StoredConfirmation,
  browser: LinkBrowser,
): Promise<boolean> {
  if (confirmedAt || requestedBy === 'admin' || browser.userId === userId) return false;
  return !browser.device || !(await isKnownDevice(db, userId, browser.device));
}

/** The state of a link that confirms an address. Read-only: mail scanners open links. */
export async function getConfirmationLink(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  token: string,
  browser: LinkBrowser,
): Promise<ConfirmationLink> {
  const found = await findConfirmation(db, config.secrets, token);
  const { email, confirmedAt } = found;
  return {
    email,
    isConfirmed: confirmedAt !== null,
    needsPassword: await needsPassword(db, found, browser),
  };
}

/**
 * Confirms the address of a link; a new address replaces that of the user. Idempotent.
 * @throws DomainError 'not-found', 'invalid-credentials' if the password is needed, 'rate-limited', or
 * 'email-taken' when somebody else has the address by now
 */
export async function confirmEmail(
  dependencies: Dependencies,
  { token, currentPassword = '' }: z.output<typeof confirmEmailSchema>,
  browser: LinkBrowser,
): Promise<ConfirmationLink> {
  const { db, config } = dependencies;
  const link = await findConfirmation(db, config.secrets, token);
  const { userId } = link;
  if (await needsPassword(db, link, browser)) {
    await requireCurrentPassword(dependencies, { userId }, currentPassword);
  }
  try {
    return await db.transaction(async (tx) => {
      const user = await lockEmail(tx, userId);
      // Read again, because another request may have used the link in the meantime.
      const found = await findConfirmation(tx, config.secrets, token);
      if (!found.confirmedAt) await applyConfirmation(tx, dependencies, found, user);
      return { email: found.email, isConfirmed: true, needsPassword: false };
    });
  } catch (error) {
    if (!violatesUnique(error, users.email)) throw error;
    throw new DomainError('email-taken', 'Another account uses this address by now.');
  }
}

type LockedEmail = { email: string; isConfirmed: boolean; role: Role | null };

async function lockEmail(tx: Db, userId: string): Promise<LockedEmail | undefined> {
  const [user] = await tx
    .select({
      email: users.email,
      isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      role: userRoles.role,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, userId))
    .for('no key update', { of: users });
  return user;
}

async function applyConfirmation(
  tx: Db,
  mails: AccountMails,
  { id, userId, email, requestedBy }: StoredConfirmation,
  user: LockedEmail | undefined,
): Promise<void> {
  if (!user) return;
  const isChange = email !== user.email;
  // The owner of an address that was never confirmed may be a stranger, who must not get the account.
  const isUndoable = isChange && user.isConfirmed;
  await setConfirmedEmail(tx, userId, email);
  await tx
    .update(emailConfirmations)
    .set({
      confirmedAt: sql`now()`,
      ...(isChange && { previousEmail: user.email }),
      ...(isUndoable && { undoableUntil: sql`now() + ${`${UNDO_DAYS} days`}::interval` }),
    })
    .where(eq(emailConfirmations.id, id));
  if (!isChange) {
    // Before, the address got no mails but this link.
    if (user.role === 'subscriber') await mailWelcome(tx, mails, email);
    return;
  }
  // A reset link sent to the previous address would still work.
  await withdrawPasswordLinks(tx, userId);
  await mailEmailChanged(tx, mails, { id, from: user.email, to: email, requestedBy, isUndoable });
}

/** Makes a confirmed address the user's. An edit that was opened before becomes a conflict. */
export async function setConfirmedEmail(tx: Db, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailConfirmedAt: sql`now()` })
    .where(eq(users.id, userId));
  await tx
    .update(profiles)
    .set({ email, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.id, userId), sql`${profiles.email} <> ${email}`));
}
