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
  const errors: PasswordErrors = {};
  if (values.newPassword !== values.confirmPassword) {
    errors.confirmPassword = 'New passwords do not match';
  }
  for (const { path, message } of changePasswordSchema.safeParse(values).error?.issues ?? []) {
    errors[path[0] as keyof PasswordValues] ??= message;
  }
  return errors;
}
