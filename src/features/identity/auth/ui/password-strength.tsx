import { useEffect, useState } from 'react';
import { MINIMUM_PASSWORD_LENGTH } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  ratePassword,
  type PasswordOwner,
  type PasswordRating,
} from '#src/features/identity/accounts/password.rules.ts';
import styles from './password-strength.module.css';

/** Long enough that a screen reader is not interrupted by every key. */
const PAUSE_MS = 250;

const STRENGTHS: Partial<Record<PasswordRating['score'], string>> = {
  2: 'Fair password',
  3: 'Good password',
  4: 'Strong password',
};

/** The rating of a password after a pause in typing; null while it is too short or unknown. */
function usePasswordRating(
  password: string,
  { email = '', fullName = '' }: PasswordOwner,
): PasswordRating | null {
  const [rating, setRating] = useState<PasswordRating | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const rate = async () => {
      const isLongEnough = password.length >= MINIMUM_PASSWORD_LENGTH;
      const found = isLongEnough ? await ratePassword(password, { email, fullName }) : null;
      if (isCurrent) setRating(found);
    };
    // Without the lists, such as offline, there is no hint, and the server decides.
    const timer = setTimeout(() => void rate().catch(() => {}), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, email, fullName]);
  return rating;
}

type PasswordStrengthProps = { password: string; owner: PasswordOwner | undefined };

/** How strong the password is that the user is typing, below its field. */
export function PasswordStrength({ password, owner = {} }: PasswordStrengthProps) {
  const rating = usePasswordRating(password, owner);
  const text = rating && (rating.weakness ?? STRENGTHS[rating.score]);
  return (
    <div role="status">
      {password && rating && (
        <p className={styles.strength} data-weak={rating.weakness ? true : undefined}>
          <span className={styles.meter} data-score={rating.score} aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}
