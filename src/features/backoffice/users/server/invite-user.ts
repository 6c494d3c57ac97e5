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
import { lockUser } from './lock-user.ts';

export type Inviting = { db: Db; jobs: Jobs; config: Pick<Config, 'mail' | 'demo' | 'publicUrl'> };

/** A new user, and the link of an invitation that cannot be mailed, to be shown once. */
export type FirstUser = { id: string; invitationLink: string | null };

type FirstPassword = { password: string | { hash: string }; mustChangePassword: boolean };

/** The hash of a password that nobody knows; all who are invited start with it. */
let unknownPassword: Promise<string> | undefined;

/**
 * Creates a user with the password that the back office chose, or, without one, with a password that
 * nobody knows and an invitation.
 */
export async function withFirstPassword(
  inviting: Inviting & { invitedBy: string },
  password: string | null,
  create: (first: FirstPassword) => Promise<string>,
): Promise<FirstUser> {
  if (password !== null) {
    return { id: await create({ password, mustChangePassword: true }), invitationLink: null };
  }
  unknownPassword ??= hashPassword(randomBytes(32).toString('base64url'));
  const id = await create({ password: { hash: await unknownPassword }, mustChangePassword: false });
  return { id, invitationLink: await inviteUser(inviting, id) };
}

export type InvitingAgain = Inviting & {
  limits: Record<'forgotPassword' | 'forgotPasswordAddress', RateLimit>;
};

/**
 * Sends a new invitation to a user who has not chosen a password yet; earlier links stop working.
 * @returns the link to hand over without a mail server
 * @throws DomainError 'not-found', 'forbidden', 'not-allowed-in-state' or 'rate-limited'
 */
export async function inviteAgain(
  { db, jobs, config, limits }: InvitingAgain,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'invite');
    const [user] = await tx
      .select({ invitedAt: users.invitedAt, mustChangePassword: users.mustChangePassword })
      .from(users)
      .where(eq(users.id, userId));
    // A handed-over password that was lost or has expired leads nowhere else without a mail server.
    if (!user?.invitedAt && !user?.mustChangePassword) {
      throw new DomainError('not-allowed-in-state', 'This user has already chosen a password.');
    }
    await limits.forgotPasswordAddress.consume(`user ${actor.userId}`);
    await limits.forgotPassword.consume(`user ${userId}`);
    return inviteUser({ db: tx, jobs, config, invitedBy: actor.userId }, userId);
  });
}
