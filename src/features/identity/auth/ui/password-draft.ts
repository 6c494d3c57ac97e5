import { changePasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';

export type PasswordValues = {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
};
export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>;

export const EMPTY_PASSWORDS: PasswordValues = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** Whether both fields are empty, which leaves the password unchanged. */
export function isPasswordUnchanged({ newPassword, confirmPassword }: PasswordValues): boolean {
  return newPassword === '' && confirmPassword === '';
}

/** Validates a password change; no errors when no change was requested. */
export function validatePasswordChange(values: PasswordValues): PasswordErrors {
  if (isPasswordUnchanged(values)) return {};
  const mismatch = values.newPassword !== values.confirmPassword;
  return {
    ...(mismatch && { confirmPassword: 'New passwords do not match' }),
    ...fieldErrors<keyof PasswordValues>(changePasswordSchema.safeParse(values)),
  };
}

/** Validates the password that replaces an initial one. */
export function validateFirstPassword(values: PasswordValues): PasswordErrors {
  const { currentPassword, newPassword } = values;
  const isInitialPassword = newPassword !== '' && newPassword === currentPassword;
  return {
    ...(isInitialPassword && {
      newPassword: 'Please choose a password other than the one you were given',
    }),
    ...(newPassword !== values.confirmPassword && {
      confirmPassword: 'New passwords do not match',
    }),
    ...fieldErrors<keyof PasswordValues>(changePasswordSchema.safeParse(values)),
  };
}
