import { useState, type ComponentProps } from 'react';
import { PASSWORD_HINT } from '#src/features/identity/accounts/accounts.schema.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'> & {
  /** The owner's address; by default the email field of the form. */
  email?: string;
};

/** An input of a public page for a password that the user chooses, with its strength. */
export function NewPasswordField({ email, onChange, ...props }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState({ password: '', email: '' });
  return (
    <div>
      <PasswordField
        {...props}
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        onChange={(event) => {
          const { form, value } = event.currentTarget;
          const field = form?.elements.namedItem('email');
          const address = field instanceof HTMLInputElement ? field.value : '';
          setTyped({ password: value, email: email ?? address });
          onChange?.(event);
        }}
      />
      <PasswordStrength password={typed.password} owner={typed} />
    </div>
  );
}
