import { eq } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { createSession, type NewSession } from '#src/features/identity/auth/server/sessions.ts';
import { requestConfirmation } from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { NewFan } from '../sign-up.schema.ts';

/**
 * Signs up a fan at once, asks them to confirm the address, and creates their first session in one
 * transaction. Never changes an existing account. @returns the token of the session
 */
export async function signUpFan(
  { db, ...mails }: { db: Db } & AccountMails,
  { email, password, next: _, ...profile }: NewFan,
  session: Pick<NewSession, 'isRemembered' | 'userAgent'>,
): Promise<string> {
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (existing) {
    throw new DomainError(
      'email-taken',
      'This email is already registered. Please try logging in instead.',
    );
  }
  return db.transaction(async (tx) => {
    const newUser = { email, password, fullName: '', role: 'subscriber' } as const;
    const userId = await createUser(tx, newUser, profile, {
      account: 'Failed to create user account',
      profile: 'Failed to create user account',
      role: 'Failed to assign subscriber role. Please contact support.',
    });
    await requestConfirmation(tx, mails, { userId, email });
    return createSession(tx, { userId, ...session });
  });
}
