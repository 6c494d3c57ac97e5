import { EyeOff } from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import styles from '#src/features/identity/email-addresses/ui/email-notice.module.css';

/** Where the check leads afterwards. */
const AGE_CHECK = `/age-check?${new URLSearchParams({ next: '/my-feed' })}`;

/** Says why a fan sees no creators, and what remains open. */
export function HiddenCreatorsNotice({ session: { creatorsHiddenBy } }: Props) {
  if (!creatorsHiddenBy) return null;
  return (
    <aside className={styles.notice} aria-label="Why creators are hidden">
      <EyeOff size={20} aria-hidden="true" />
      {creatorsHiddenBy === 'verified' ? (
        <>
          <p>
            <strong>Verify your age to see creators.</strong> The law where you are requires it. You
            can manage your account, subscriptions and payments without it.
          </p>
          <a href={AGE_CHECK} className="button button-small">
            Verify Your Age
          </a>
        </>
      ) : (
        <p>
          <strong>Velvet Rope isn’t available where you are.</strong> You can still manage your
          account, cancel subscriptions, and download or delete your data.
        </p>
      )}
    </aside>
  );
}

type Props = { session: CurrentSession };
