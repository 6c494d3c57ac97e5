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

/** Empty fields keep the current password. */
export const isPasswordUnchanged = ({ newPassword, confirmPassword }: PasswordValues): boolean =>
  newPassword === '' && confirmPassword === '';

/** What is wrong with a wish to change the password; nothing when there is no wish. */
export function passwordErrors(values: PasswordValues): PasswordErrors {
  if (isPasswordUnchanged(values)) return {};
  const mismatch = values.newPassword !== values.confirmPassword;
  return {
    ...(mismatch && { confirmPassword: 'New passwords do not match' }),
    ...fieldErrors<keyof PasswordValues>(changePasswordSchema.safeParse(values)),
  };
}

/** What is wrong with the password that somebody has to choose first of all. */
export function firstPasswordErrors(values: PasswordValues): PasswordErrors {
  const { currentPassword, newPassword } = values;
  const isGiven = newPassword !== '' && newPassword === currentPassword;
  return {
    ...(isGiven && { newPassword: 'Please choose another password than the one you were given' }),
    ...(newPassword !== values.confirmPassword && {
      confirmPassword: 'New passwords do not match',
    }),
    ...fieldErrors<keyof PasswordValues>(changePasswordSchema.safeParse(values)),
  };
}
