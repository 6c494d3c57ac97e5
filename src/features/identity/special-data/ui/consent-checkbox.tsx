import { useId, type ReactNode } from 'react';
import { CONSENT_TEXT } from '../special-data.schema.ts';
import styles from './consent-checkbox.module.css';

type ConsentCheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  /** What follows from leaving it empty. */
  hint: ReactNode;
};

/** Asks a fan for the consent to the processing of special-category data. */
export function ConsentCheckbox({ checked, error, onChange, hint }: ConsentCheckboxProps) {
  const id = useId();
  return (
    <div className={styles.consent}>
      <label>
        <input
          type="checkbox"
          name="specialDataConsent"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={error ? `${id}-error ${id}` : id}
          aria-invalid={error ? true : undefined}
        />
        {CONSENT_TEXT}
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <p id={id}>
        {hint} {/* In another tab, so that no input is lost. */}
        <a href="/privacy#sensitive" target="_blank">
          Learn more
        </a>
      </p>
    </div>
  );
}
