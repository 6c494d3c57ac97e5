import { PasswordInput } from '@mantine/core';
import { PASSWORD_HINT } from '#src/features/identity/accounts/accounts.schema.ts';
import type { PasswordErrors, PasswordValues } from './password-draft.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useSession } from './session.ts';

type PasswordInputsProps = {
  values: PasswordValues;
  errors: PasswordErrors;
  onChange: (values: PasswordValues) => void;
};

export function PasswordInputs({ values, errors, onChange }: PasswordInputsProps) {
  const owner = useSession()?.user;
  const input = (name: keyof PasswordValues, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      name={name}
      autoComplete={autoComplete}
      size="md"
      value={values[name]}
      error={errors[name]}
      aria-invalid={errors[name] ? true : undefined}
      description={name === 'newPassword' && PASSWORD_HINT}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    />
  );
  return (
    <>
      {input('currentPassword', 'Current password', 'current-password')}
      <div>
        {input('newPassword', 'New password', 'new-password')}
        <PasswordStrength password={values.newPassword} owner={owner} />
      </div>
      {input('confirmPassword', 'Confirm new password', 'new-password')}
    </>
  );
}
