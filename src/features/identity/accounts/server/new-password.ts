import { DomainError } from '#src/lib/problem.ts';
import { ratePassword, type PasswordOwner } from '../password.rules.ts';

/** Refuses a password with an error of the field that it was typed in. */
export function refusePassword(path: string, message: string): never {
  throw new DomainError('invalid-input', message, [{ path, message }]);
}

/** Requires that a new password is hard to guess. @throws DomainError 'invalid-input' */
export async function requireStrongPassword(
  password: string,
  owner: PasswordOwner,
  path = 'password',
): Promise<void> {
  const { weakness } = await ratePassword(password, owner);
  if (weakness) refusePassword(path, weakness);
}
