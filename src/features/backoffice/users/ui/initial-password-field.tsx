import { Button, PasswordInput } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { PASSWORD_HINT } from '#src/features/identity/accounts/accounts.schema.ts';
import type { PasswordOwner } from '#src/features/identity/accounts/password.rules.ts';
import { PasswordStrength } from '#src/features/identity/auth/ui/password-strength.tsx';
import { generatePassword } from './generate-password.ts';
import styles from './user-dialog.module.css';

type InitialPasswordFieldProps = {
  label: string;
  value: string;
  owner: PasswordOwner;
  error: string | undefined;
  isRequired?: boolean;
  onChange: (password: string) => void;
};

/** An initial password, typed or generated; the user changes it at the first sign-in. */
export function InitialPasswordField(props: InitialPasswordFieldProps) {
  const { label, value, owner, error, isRequired = false, onChange } = props;
  const [isVisible, setIsVisible] = useState(false);
  return (
    <div className={styles.password}>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="new-password"
        withAsterisk={isRequired}
        required={isRequired}
        value={value}
        error={error}
        aria-invalid={error ? true : undefined}
        description={PASSWORD_HINT}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        visible={isVisible}
        onVisibilityChange={setIsVisible}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <PasswordStrength password={value} owner={owner} />
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.generate!}
        leftSection={<WandSparkles size={14} aria-hidden="true" />}
        onClick={() => {
          onChange(generatePassword());
          setIsVisible(true);
        }}
      >
        Generate
      </Button>
    </div>
  );
}
