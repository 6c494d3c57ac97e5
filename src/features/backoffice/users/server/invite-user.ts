import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { hashPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { inviteUser } from '#src/features/identity/auth/server/invitations/invitations.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import { lockUser } from './lock-user.ts';

export type Inviting = { db: Db; jobs: Jobs; config: Pick<Config, 'mail' | 'demo'> };

/** @throws DomainError 'not-allowed-in-state' */
export function requireMailServer(config: Inviting['config']): void {
  if (isMailConnected(config)) return;
  const message = 'No mail server is connected, so nobody can be invited. Set a password instead.';
  throw new DomainError('not-allowed-in-state', message, [{ path: 'password', message }]);
}

type FirstPassword = { password: string | { hash: string }; mustChangePassword: boolean };

/** The hash of a password that nobody knows; all who are invited start with it. */
let unknownPassword: Promise<string> | undefined;

/**
 * Creates a user with the password that the back office chose, or, without one, with a password that
 * nobody knows and an invitation.
 * @throws DomainError 'not-allowed-in-state' without a mail server
 */
export async function withFirstPassword(
  { db, jobs, config, invitedBy }: Inviting & { invitedBy: string },
  password: string | null,
  create: (first: FirstPassword) => Promise<string>,
): Promise<string> {
  if (password !== null) return create({ password, mustChangePassword: true });
  requireMailServer(config);
  unknownPassword ??= hashPassword(randomBytes(32).toString('base64url'));
  const id = await create({ password: { hash: await unknownPassword }, mustChangePassword: false });
  await inviteUser(db, jobs, { userId: id, invitedBy });
  return id;
}

export type InvitingAgain = Inviting & {
  limits: Record<'forgotPassword' | 'forgotPasswordAddress', RateLimit>;
};

/**
 * Sends a new invitation to a user who has not chosen a password yet; earlier links stop working.
 * @throws DomainError 'not-found', 'forbidden', 'not-allowed-in-state' or 'rate-limited'
 */
export async function inviteAgain(
  { db, jobs, config, limits }: InvitingAgain,
  actor: Actor,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'invite');
    requireMailServer(config);
    const [user] = await tx
      .select({ invitedAt: users.invitedAt })
      .from(users)
      .where(eq(users.id, userId));
    if (!user?.invitedAt) {
      throw new DomainError('not-allowed-in-state', 'This user has already chosen a password.');
    }
    await limits.forgotPasswordAddress.consume(`user ${actor.userId}`);
    await limits.forgotPassword.consume(`user ${userId}`);
    await inviteUser(tx, jobs, { userId, invitedBy: actor.userId });
  });
}
