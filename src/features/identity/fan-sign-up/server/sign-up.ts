import { eq } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { requireStrongPassword } from '#src/features/identity/accounts/server/new-password.ts';
import { requestConfirmation } from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import {
  saveSpecialData,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { NewFan } from '../sign-up.schema.ts';
import { specialDataOf } from './sign-up-answers.ts';

type Dependencies = AccountMails & SpecialDataServices;

/**
 * Signs up a fan at once and asks them to confirm the address. Never changes an existing account.
 * @returns the id of the fan
 */
export async function signUpFan(
  { db, ...services }: Dependencies,
  newFan: NewFan,
): Promise<string> {
  const { email, password, gender, dateOfBirth } = newFan;
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
    const userId = await createUser(
      tx,
      newUser,
      { gender, dateOfBirth },
      {
        account: 'Failed to create user account',
        profile: 'Failed to create user account',
        role: 'Failed to assign subscriber role. Please contact support.',
      },
    );
    const specialData = specialDataOf(newFan);
    if (specialData) await saveSpecialData({ db: tx, ...services }, userId, specialData);
    await requestConfirmation(tx, services, { userId, email });
    return userId;
  });
}
