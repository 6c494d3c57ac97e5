import { and, eq } from 'drizzle-orm';
import { SUSPENSION_HOURS } from '#src/features/identity/accounts/accounts.schema.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  stopRenewals,
  type StopRenewals,
} from '#src/features/money/subscriptions/server/stop-renewals.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { requireRemainingAdmin, lockUser } from './lock-user.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Bans a user and ends their sessions at once. Their subscriptions as fan or influencer are not
 * charged again. Staff cannot suspend admins.
 */
export async function suspendUser(
  { db, ...subscriptions }: { db: Db } & StopRenewals,
  actor: Actor,
  userId: string,
): Promise<void> {
  if (userId === actor.userId) {
    throw new DomainError('forbidden', 'You cannot suspend your own account');
  }
  await db.transaction(async (tx) => {
    await requireRemainingAdmin(tx, await lockUser(tx, actor, userId, 'suspend'), 'suspended');
    const now = new Date();
    const banExpires = new Date(now.getTime() + SUSPENSION_HOURS * HOUR);
    await tx.update(users).set({ banned: true, banExpires }).where(eq(users.id, userId));
    await stopRenewals(tx, subscriptions, userId, 'suspension');
  });
}

/** Ends a suspension. Earlier sessions end, so the user has to sign in again. */
export async function activateUser(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'activate');
    const activated = await tx
      .update(users)
      .set({ banned: false, banExpires: null })
      .where(and(eq(users.id, userId), eq(users.banned, true)))
      .returning({ id: users.id });
    if (activated.length > 0) await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}
