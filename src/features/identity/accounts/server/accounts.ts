import { sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import { credentials, userRoles, users } from './accounts.table.ts';
import { requireStrongPassword } from './new-password.ts';
import { hashPassword } from './password-hash.ts';
import { profiles } from './profiles.table.ts';

type NewUser = {
  email: string;
  /** The password, or its hash. */
  password: string | { hash: string };
  fullName: string;
  role: Role;
  /** Set when someone else chose the password. */
  mustChangePassword?: boolean;
  /** Set when the user is known to receive mails at the address. */
  isEmailConfirmed?: boolean;
};
type ProfileFields = Partial<Omit<typeof profiles.$inferInsert, 'id' | 'email' | 'fullName'>>;
type CreationStep = 'account' | 'profile' | 'role';

/**
 * Creates user, credential, profile and role in one transaction. `failures` are the error messages
 * for the step that failed.
 * @throws DomainError 'email-taken', or 'invalid-input' for a password that is easy to guess
 */
export async function createUser(
  db: Db,
  { email, password, fullName, role, mustChangePassword = false, isEmailConfirmed }: NewUser,
  profile: ProfileFields = {},
  failures: Partial<Record<CreationStep, string>> = {},
): Promise<string> {
  if (typeof password === 'string') await requireStrongPassword(password, { email, fullName });
  const hash = typeof password === 'string' ? await hashPassword(password) : password.hash;
  let step: CreationStep = 'account';
  try {
    return await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({
          email,
          name: fullName,
          mustChangePassword,
          ...(isEmailConfirmed && { emailConfirmedAt: sql`now()` }),
        })
        .returning({ id: users.id });
      const id = user!.id;
      await tx.insert(credentials).values({ userId: id, password: hash });
      step = 'profile';
      await tx.insert(profiles).values({ ...profile, id, email, fullName });
      step = 'role';
      await tx.insert(userRoles).values({ userId: id, role });
      return id;
    });
  } catch (error) {
    if (violatesUnique(error, users.email)) {
      throw new DomainError(
        'email-taken',
        'An account with this email already exists. Please try logging in instead.',
      );
    }
    const failure = failures[step];
    throw failure ? new DomainError('internal', failure, undefined, { cause: error }) : error;
  }
}
