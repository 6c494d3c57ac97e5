import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import {
  mailWelcome,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { withdrawPasswordLinks } from '#src/features/identity/auth/server/password-reset.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import { UNDO_DAYS, type ConfirmationLink } from '../email-addresses.schema.ts';
import { emailConfirmations } from './email-confirmations.table.ts';
import { readConfirmToken } from './email-links.ts';
import { mailEmailChanged } from './email-mails.ts';

type Dependencies = AccountMails & { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };
type StoredConfirmation = typeof emailConfirmations.$inferSelect;

/** The confirmation of a link that still works, or was used. @throws DomainError 'not-found' */
async function findConfirmation(
  db: Db,
  secrets: Secrets,
  token: string,
): Promise<StoredConfirmation> {
  const id = readConfirmToken(secrets, token);
  const isOpen = or(
    isNotNull(emailConfirmations.confirmedAt),
    gt(emailConfirmations.expiresAt, sql`now()`),
  );
  const [found] = id
    ? await db
        .select()
        .from(emailConfirmations)
        .where(and(eq(emailConfirmations.id, id), isOpen))
    : [];
  if (found) return found;
  throw new DomainError('not-found', 'This link has expired, or was replaced by a newer one.');
}

/** The state of a link that confirms an address. Read-only: mail scanners open links. */
export async function getConfirmationLink(
  { db, config }: Dependencies,
  token: string,
): Promise<ConfirmationLink> {
  const { email, confirmedAt } = await findConfirmation(db, config.secrets, token);
  return { email, isConfirmed: confirmedAt !== null };
}

/**
 * Confirms the address of a link; a new address replaces that of the user. Idempotent.
 * @throws DomainError 'not-found', or 'email-taken' when somebody else has the address by now
 */
export async function confirmEmail(
  dependencies: Dependencies,
  token: string,
): Promise<ConfirmationLink> {
  const { db, config } = dependencies;
  const { userId } = await findConfirmation(db, config.secrets, token);
  try {
    return await db.transaction(async (tx) => {
      const user = await lockEmail(tx, userId);
      // Read again, because another request may have used the link in the meantime.
      const found = await findConfirmation(tx, config.secrets, token);
      if (!found.confirmedAt) await applyConfirmation(tx, dependencies, found, user);
      return { email: found.email, isConfirmed: true };
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
