import { call, client } from '#src/client/client.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { SecureAccount } from '../security.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';

const read = (token: string) => call(client.api['secure-account'].$post({ json: { token } }));
const secure = (token: string) => call(client.api['secure-account'].use.$post({ json: { token } }));

const isSpent = ({ isSecured }: SecureAccount) => isSecured;

/** Secures an account through the link of a mail about a new device, without signing in. */
export function SecureAccountPage() {
  return (
    <MailLinkPage
      aside={{ title: 'Guard the door.', text: 'Your account is yours alone.' }}
      title="Secure your account"
      read={read}
      isSpent={isSpent}
      unknown={
        <p>
          It was used before, or the sign-in was more than 30 days ago. To choose a new password,{' '}
          <a href="/forgot-password">request a link</a>.
        </p>
      }
    >
      {(found) => (found.record.isSecured ? <Secured /> : <Confirm {...found} />)}
    </MailLinkPage>
  );
}

const Confirm = ({ record, message, isBusy, change }: MailLinkProps<SecureAccount>) => (
  <MailLinkText title="Was this not you?">
    <dl className={styles.facts}>
      <div>
        <dt>New sign-in</dt>
        <dd>{formatTime(record.signedInAt)}</dd>
      </div>
    </dl>
    <p>
      We’ll sign out every device, and your current password will stop working. Passkeys, the
      authenticator app and recovery codes that were added since this sign-in are removed; earlier
      ones stay. Then we’ll email you a link to choose a new password.
    </p>
    <MailLinkFailure message={message} />
    {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => void change(secure)}
    >
      {isBusy ? 'Securing...' : 'Secure My Account'}
    </button>
    <p className={styles.soft}>If it was you, just close this page.</p>
  </MailLinkText>
);

const Secured = () => (
  <MailLinkText title="Your account is secure" isChanged>
    <p>Every device is signed out, and your old password no longer works.</p>
    <p>Check your inbox: the link to choose a new password is on its way.</p>
  </MailLinkText>
);
