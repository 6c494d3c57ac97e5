import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field } from '#src/ui/forms/field.tsx';
import styles from './password-field.module.css';

/** A password input with a button to show the text. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={styles.wrap}>
      <Field
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.reveal}
        onClick={() => setShown(!shown)}
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={shown}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
