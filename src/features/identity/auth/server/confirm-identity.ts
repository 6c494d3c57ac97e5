import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  hasSecondFactor,
  verifyCode,
  type SecondFactorServices,
} from '#src/features/identity/second-factor/server/second-factor.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { confirmIdentitySchema } from '../security.schema.ts';
import { requireCurrentPassword } from './passwords.ts';

/**
 * Verifies the code of a user with a second factor, as far as there is one.
 * @throws DomainError 'second-factor-required' without a code, or 'invalid-code'
 */
export async function requireSecondFactor(
  services: SecondFactorServices,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasSecondFactor(services.db, userId))) return false;
  if (!code) throw new DomainError('second-factor-required');
  await verifyCode(services, userId, code);
  return true;
}

/**
 * Confirms the identity of the actor for operations that need it: with a code, or with the password
 * if there is no second factor.
 * @throws DomainError 'second-factor-required', 'invalid-code' or 'invalid-credentials'
 */
export async function confirmIdentity(
  services: SecondFactorServices,
  actor: Actor,
  { currentPassword = '', code }: z.output<typeof confirmIdentitySchema>,
): Promise<void> {
  const isVerified = await requireSecondFactor(services, actor.userId, code);
  if (!isVerified) await requireCurrentPassword(services.db, actor, currentPassword);
  await services.db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, actor.sessionId));
}
