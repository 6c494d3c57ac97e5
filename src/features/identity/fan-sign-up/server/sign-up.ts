import { eq } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { requireStrongPassword } from '#src/features/identity/accounts/server/new-password.ts';
import { requestConfirmation } from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { NewFan } from '../sign-up.schema.ts';

/**
 * Signs up a fan at once and asks them to confirm the address. Never changes an existing account.
 * @returns the id of the fan
 */
export async function signUpFan(
  { db, ...mails }: { db: Db } & AccountMails,
  { email, password, next: _, ...profile }: NewFan,
): Promise<string> {
  // Before the lookup, so that the refusal does not reveal whether the address has an account.
  await requireStrongPassword(password, { email });
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
    return userId;
  });
}
