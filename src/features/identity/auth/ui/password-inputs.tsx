import { PasswordInput } from '@mantine/core';
import type { PasswordErrors, PasswordValues } from './password-draft.ts';

type PasswordInputsProps = {
  values: PasswordValues;
  errors: PasswordErrors;
  onChange: (values: PasswordValues) => void;
};

export function PasswordInputs({ values, errors, onChange }: PasswordInputsProps) {
  const input = (name: keyof PasswordValues, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      name={name}
      autoComplete={autoComplete}
      size="md"
      value={values[name]}
      error={errors[name]}
      aria-invalid={errors[name] ? true : undefined}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    />
  );
  return (
    <>
      {input('currentPassword', 'Current password', 'current-password')}
      {input('newPassword', 'New password', 'new-password')}
      {input('confirmPassword', 'Confirm new password', 'new-password')}
    </>
  );
}
