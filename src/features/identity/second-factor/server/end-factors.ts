import { and, eq, gte, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { passkeyChallenges, passkeys } from './passkeys.table.ts';
import { recoveryCodes, secondFactorResets, secondFactors } from './second-factor.table.ts';

const NO_APP = { secret: null, appAddedAt: null, lastStep: null };

/** Ends what a user has begun and not finished: setups of factors, and resets for and by the user. */
export async function endSetups(tx: Db, userId: string): Promise<void> {
  const { userId: resetOf, requestedBy } = secondFactorResets;
  await tx.delete(secondFactorResets).where(or(eq(resetOf, userId), eq(requestedBy, userId)));
  const ofUser = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  await tx.delete(passkeyChallenges).where(inArray(passkeyChallenges.sessionId, ofUser));
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.turnedOnAt)));
  await tx
    .update(secondFactors)
    .set(NO_APP)
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.secret),
        isNull(secondFactors.appAddedAt),
      ),
    );
}

/**
 * Removes every app, passkey and recovery code that was added since a moment. If neither an app nor a
 * passkey remains, two-factor authentication is off, so that the owner is not locked out.
 */
export async function removeFactorsSince(tx: Db, userId: string, since: Date): Promise<void> {
  // Locked, so that no factor is added at the same time.
  await tx
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for('update');
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)));
  await tx
    .update(secondFactors)
    .set(NO_APP)
    .where(and(eq(secondFactors.userId, userId), gte(secondFactors.appAddedAt, since)));
  const hasPasskey = tx
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, secondFactors.userId));
  await tx
    .delete(secondFactors)
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNull(secondFactors.appAddedAt),
        notExists(hasPasskey),
      ),
    );
}

/**
 * Demands that the user's other sessions are confirmed anew, with the factor that was just turned on.
 */
export async function unconfirmOtherSessions(
  tx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ confirmedAt: sql`'epoch'` })
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} <> ${sessionId}`));
}
