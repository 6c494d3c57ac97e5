import { useId } from 'react';
import styles from './confirmation.module.css';

type ConfirmationProps = { name: string; text: string; error: string | undefined };

/** A statement that has to be confirmed, with its checkbox and error, for public forms. */
export function Confirmation({ name, text, error }: ConfirmationProps) {
  const id = useId();
  return (
    <div className={styles.confirmation}>
      <label>
        <input
          type="checkbox"
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        <span>{text}</span>
      </label>
      {error && (
        <p id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
