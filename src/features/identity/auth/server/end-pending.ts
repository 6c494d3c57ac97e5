import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { endSetups } from '#src/features/identity/second-factor/server/end-factors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { endInvitation, endSentInvitations } from './invitations/invitations.ts';
import { forgetDevices } from './known-devices.ts';
import { PASSWORD_RESET, withdrawOneTimeToken } from './one-time-tokens.ts';

/** The session and the browser in which the owner chose the password. */
export type OwnersDevice = { sessionId: string; device: string | null };

/**
 * Ends everything that was begun in an account, because its password changed: whoever knew the earlier
 * one may have begun it. Sessions, known devices, links for passwords, invitations for and by the
 * account, changes of address for and by it, and unfinished changes of the second factor.
 * @param current what stays
 */
export async function endPending(tx: Db, userId: string, current?: OwnersDevice): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), current ? ne(sessions.id, current.sessionId) : undefined),
    );
  await forgetDevices(tx, userId, current?.device ?? undefined);
  await withdrawOneTimeToken(tx, { purpose: PASSWORD_RESET, subject: userId });
  await endInvitation(tx, userId);
  await endSentInvitations(tx, userId);
  const { userId: changed, adminId, confirmedAt } = emailConfirmations;
  await tx
    .delete(emailConfirmations)
    .where(and(or(eq(changed, userId), eq(adminId, userId)), isNull(confirmedAt)));
  await endSetups(tx, userId);
}
