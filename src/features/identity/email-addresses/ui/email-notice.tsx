import { MailWarning } from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { pageContext } from '#src/ui/page/page-context.ts';
import styles from './email-notice.module.css';
import { useResendConfirmation } from './own-email.ts';

/** Reminds a user to confirm their email address. */
export function EmailNotice({ session }: { session: CurrentSession }) {
  const { email, isEmailConfirmed } = session.user;
  const resend = useResendConfirmation(email);
  if (isEmailConfirmed || !pageContext().sendsMail) return null;
  return (
    <aside className={`screen-only ${styles.notice}`} aria-label="Email confirmation">
      <MailWarning size={20} aria-hidden="true" />
      <p>
        Your email address <strong>{email}</strong> isn’t confirmed yet.
        {session.role === 'subscriber' && ' Until it is, we can’t send you receipts.'}
      </p>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-disabled={resend.isPending}
        onClick={() => {
          if (!resend.isPending) resend.mutate();
        }}
      >
        Send Link
      </button>
    </aside>
  );
}
