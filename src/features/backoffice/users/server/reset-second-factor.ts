import { and, eq, gt, sql } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { RESET_DAYS } from '#src/features/identity/second-factor/second-factor.schema.ts';
import { mailSecondFactorChange } from '#src/features/identity/second-factor/server/second-factor-mails.ts';
import { secondFactorResets } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import {
  deleteSecondFactor,
  findSecondFactor,
} from '#src/features/identity/second-factor/server/second-factor.ts';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { lockUser } from './lock-user.ts';

/** Whether a request is still valid: long enough to announce its confirmation and wait for a day. */
export const isPendingReset = gt(
  secondFactorResets.createdAt,
  sql`now() - make_interval(days => ${RESET_DAYS})`,
);

type ResetRequest = { userId: string; requestedBy: string; createdAt: Date };

/** A reset as one person requested it. */
export function begunReset({ userId, requestedBy, createdAt }: ResetRequest): Begun {
  return {
    rule: 'second-factor-reset',
    recordId: userId,
    begunBy: requestedBy,
    begunAt: createdAt,
  };
}

/**
 * Resets the second factor of a user who lost it, once two members of the back office want it: the
 * first call requests it and notifies the user, the call of another member does it and ends the user's
 * sessions. One of the two is an admin, and neither has set up the account of the other.
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
      .select({
        requestedBy: secondFactorResets.requestedBy,
        createdAt: secondFactorResets.createdAt,
      })
      .from(secondFactorResets)
      .where(and(eq(secondFactorResets.userId, userId), isPendingReset));
    if (request && request.requestedBy !== actor.userId) {
      await requireTwoPeople(tx, actor, begunReset({ userId, ...request }));
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
