import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  findSecondFactor,
  verifyCode,
  type SecondFactorServices,
} from '#src/features/identity/second-factor/server/second-factor.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { confirmIdentitySchema } from '../security.schema.ts';
import { requireCurrentPassword } from './passwords.ts';

type CodeServices = SecondFactorServices & { codeGuesses: GrowingDelay };

/** What to do about the error, for the owner to read. */
function howToProve({ hasApp, hasPasskey }: { hasApp: boolean; hasPasskey: boolean }): string {
  const codes = hasApp
    ? 'enter the code of your authenticator app or a recovery code'
    : 'enter a recovery code';
  return hasPasskey ? `Use your passkey, or ${codes}` : `E${codes.slice(1)}`;
}

/**
 * Verifies the code of a user with a second factor, as far as there is one.
 * @throws DomainError 'second-factor-required' without a code, or 'invalid-code'
 */
export async function requireSecondFactor(
  services: CodeServices,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  const factor = await findSecondFactor(services.db, userId);
  if (!factor) return false;
  if (!code) throw new DomainError('second-factor-required', howToProve(factor));
  await verifyCode(services, userId, code);
  return true;
}

/**
 * Confirms the identity of the actor for operations that need it: with a code, or with the password
 * if there is no second factor.
 * @throws DomainError 'second-factor-required', 'invalid-code' or 'invalid-credentials'
 */
export async function confirmIdentity(
  services: CodeServices & { guesses: GrowingDelay },
  actor: Actor,
  { currentPassword = '', code }: z.output<typeof confirmIdentitySchema>,
): Promise<void> {
  const isVerified = await requireSecondFactor(services, actor.userId, code);
  if (!isVerified) await requireCurrentPassword(services, actor, currentPassword);
  await markConfirmed(services.db, actor.sessionId);
}

/** Stores that the user of a session has just proved the identity. */
export async function markConfirmed(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, sessionId));
}
