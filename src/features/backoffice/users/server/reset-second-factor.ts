import { and, eq, gt, sql } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { sessions, userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { mailSecondFactorChange } from '#src/features/identity/second-factor/server/second-factor-mails.ts';
import { secondFactorResets } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import {
  deleteSecondFactor,
  findSecondFactor,
} from '#src/features/identity/second-factor/server/second-factor.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { lockUser } from './lock-user.ts';

/** A request is valid for a day. */
export const isPendingReset = gt(secondFactorResets.createdAt, sql`now() - interval '1 day'`);

/**
 * Resets the second factor of a user who lost it, once two members of the back office want it: the
 * first call requests it and notifies the user, the call of another member does it and ends the user's
 * sessions. One of the two is an admin.
 * @returns whether it is done
 * @throws DomainError 'not-found', 'forbidden' or 'not-allowed-in-state'
 */
export async function resetSecondFactor(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  userId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'reset two-factor authentication of');
    if (userId === actor.userId) {
      throw new DomainError('forbidden', 'Change your own under My Account.');
    }
    if (!(await findSecondFactor(tx, userId))) {
      throw new DomainError('not-allowed-in-state', 'Two-factor authentication is already off');
    }
    const [request] = await tx
      .select({ requestedBy: secondFactorResets.requestedBy, role: userRoles.role })
      .from(secondFactorResets)
      .leftJoin(userRoles, eq(userRoles.userId, secondFactorResets.requestedBy))
      .where(and(eq(secondFactorResets.userId, userId), isPendingReset));
    if (request && request.requestedBy !== actor.userId) {
      // Staff can create staff, and so a second pair of eyes of their own.
      if (actor.role !== 'admin' && request.role !== 'admin') {
        throw new DomainError('forbidden', 'An admin has to confirm this reset.');
      }
      await deleteSecondFactor(tx, userId);
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      await mailSecondFactorChange(tx, mails, userId, 'reset');
      return true;
    }
    if (!request) await mailSecondFactorChange(tx, mails, userId, 'reset-requested');
    const values = { requestedBy: actor.userId, createdAt: sql`now()` };
    await tx
      .insert(secondFactorResets)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: secondFactorResets.userId, set: values });
    return false;
  });
}

/** Withdraws or refuses a requested reset. @throws DomainError 'not-found' or 'forbidden' */
export async function cancelSecondFactorReset(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'reset two-factor authentication of');
    await tx.delete(secondFactorResets).where(eq(secondFactorResets.userId, userId));
  });
}
