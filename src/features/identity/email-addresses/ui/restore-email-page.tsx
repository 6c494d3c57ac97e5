import { call, client } from '#src/client/client.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { UNDO_DAYS, type UndoLink } from '../email-addresses.schema.ts';

const read = (token: string) => call(client.api['email-undo'].$post({ json: { token } }));
const undo = (token: string) => call(client.api['email-undo'].undo.$post({ json: { token } }));

const isSpent = ({ isUndone }: UndoLink) => isUndone;

/** Undoes a change of address through the link that was mailed to the previous one. */
export function RestoreEmailPage() {
  return (
    <MailLinkPage
      aside={{ title: 'Yours stays yours.', text: 'We keep your old address for a week, in case.' }}
      title="Undo the change of your email address"
      read={read}
      isSpent={isSpent}
      unknown={
        <p>
          It works for {UNDO_DAYS} days. If somebody else uses your account,{' '}
          <a href="/contact">contact us</a>.
        </p>
      }
    >
      {(found) => (found.record.isUndone ? <Restored {...found} /> : <Restore {...found} />)}
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<UndoLink>;

// Not `disabled`, which would lose the focus. A second click while busy does nothing.
const Restore = ({ record, message, isBusy, change }: FoundProps) => (
  <MailLinkText title="Undo the change?">
    <p>
      Your account gets <strong>{record.email}</strong> back. Every device is signed out, and your
      password stops working: we’ll send you a link to choose a new one. Passkeys, the authenticator
      app and recovery codes that were added since the change was requested are removed; earlier
      ones stay.
    </p>
    <MailLinkFailure message={message} />
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => void change(undo)}
    >
      {isBusy ? 'One moment…' : 'Undo the Change'}
    </button>
  </MailLinkText>
);

const Restored = ({ record, isChanged }: FoundProps) => (
  <MailLinkText title="Your email address is back" isChanged={isChanged}>
    <p>
      We’ve sent a link for a new password to <strong>{record.email}</strong>. Nobody can sign in
      until you use it.
    </p>
    <a href="/forgot-password" className="button button-quiet">
      Request Another Link
    </a>
  </MailLinkText>
);
