import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { PASSWORD_RESET_QUEUE } from '#src/features/identity/auth/server/password-reset.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { lockUser } from './lock-user.ts';

type Dependencies = {
  db: Db;
  jobs: Jobs;
  limits: { forgotPassword: RateLimit; forgotPasswordAddress: RateLimit };
};

/**
 * Sends a reset link to a user whom the actor may change, and records the time for the audit trail.
 * @throws DomainError 'not-found', 'forbidden' or 'rate-limited'
 */
export async function requestPasswordResetFor(
  { db, jobs, limits }: Dependencies,
  actor: Actor,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'reset the password of');
    await limits.forgotPasswordAddress.consume(`user ${actor.userId}`);
    await limits.forgotPassword.consume(`user ${userId}`);
    const passwordResetRequestedAt = new Date();
    await tx.update(users).set({ passwordResetRequestedAt }).where(eq(users.id, userId));
    await jobs.enqueue(tx, PASSWORD_RESET_QUEUE, { userId });
  });
}
