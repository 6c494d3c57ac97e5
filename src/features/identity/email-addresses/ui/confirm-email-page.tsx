import { call, client } from '#src/client/client.ts';
import { MailLinkForm } from '#src/features/identity/auth/ui/mail-link-form.tsx';
import {
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { ConfirmationLink } from '../email-addresses.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';

const read = (token: string) => call(client.api['email-confirmation'].$post({ json: { token } }));
const confirmWith = (currentPassword: string | undefined) => (token: string) =>
  call(client.api['email-confirmation'].confirm.$post({ json: { token, currentPassword } }));

const isSpent = ({ isConfirmed }: ConfirmationLink) => isConfirmed;

/** Confirms an email address through the link that was mailed to it, without signing in. */
export function ConfirmEmailPage() {
  return (
    <MailLinkPage
      aside={{ title: 'Is this you?', text: 'One click, and we know where to find you.' }}
      title="Confirm your email address"
      read={read}
      isSpent={isSpent}
      unknown={
        <p>
          It has expired, a newer one replaced it, or your password has changed since. Sign in and
          request another one under <a href="/my-account">My Account</a>.
        </p>
      }
    >
      {(found) => (found.record.isConfirmed ? <Confirmed {...found} /> : <Confirm {...found} />)}
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<ConfirmationLink>;

const Confirm = ({ record, message, isBusy, change }: FoundProps) => (
  <MailLinkText title="Confirm your email address?">
    <p>
      Use <strong>{record.email}</strong> to sign in to Velvet Rope and to get our emails.
    </p>
    {record.needsPassword && (
      <p>You haven’t signed in on this device yet. Enter the password of your account.</p>
    )}
    <MailLinkForm
      needsPassword={record.needsPassword}
      message={message}
      isBusy={isBusy}
      label="Confirm Email Address"
      busyLabel="One moment…"
      onSend={(password) => void change(confirmWith(password))}
    />
    <p className={styles.soft}>
      {record.needsPassword && (
        <>
          Don’t know it? <a href="/forgot-password">Choose a new password</a>.{' '}
        </>
      )}
      Didn’t ask for this? Close this page: nothing will change.
    </p>
  </MailLinkText>
);

const Confirmed = ({ record, isChanged }: FoundProps) => (
  <MailLinkText
    title={isChanged ? 'Your email address is confirmed' : 'Your address is already confirmed'}
    isChanged={isChanged}
  >
    <p>
      You sign in with <strong>{record.email}</strong>, and our emails come here.
    </p>
    <a href="/login" className="button">
      Continue
    </a>
  </MailLinkText>
);
