import { fieldErrors } from '#src/lib/field-errors.ts';
import { changePasswordSchema } from '../accounts.schema.ts';

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
export const keepsPassword = ({ newPassword, confirmPassword }: PasswordValues): boolean =>
  newPassword === '' && confirmPassword === '';

/** What is wrong with a wish to change the password; nothing when there is no wish. */
export function passwordErrors(values: PasswordValues): PasswordErrors {
  if (keepsPassword(values)) return {};
  const mismatch = values.newPassword !== values.confirmPassword;
  return {
    ...(mismatch && { confirmPassword: 'New passwords do not match' }),
    ...fieldErrors<keyof PasswordValues>(changePasswordSchema.safeParse(values)),
  };
}
