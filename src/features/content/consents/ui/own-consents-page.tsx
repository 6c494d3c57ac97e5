import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { TextAreaField } from '#src/ui/forms/field.tsx';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { coverageText } from '../consents.rules.ts';
import { CONSENT_SCOPE_LABELS, NOTE_MAXIMUM_LENGTH, type OwnConsents } from '../consents.schema.ts';
import styles from './own-consents-page.module.css';

const read = (token: string) => call(client.api['own-consents'].$post({ json: { token } }));

const withdraw = (token: string, consentId: string, reason: string) =>
  call(client.api['own-consents'].withdraw.$post({ json: { token, consentId, reason } }));

/** The private page of a person who is in posts, opened through a link without signing in. */
export function OwnConsentsPage() {
  return (
    <MailLinkPage
      aside={{
        title: 'You decide.',
        text: 'Posts that show you stay online only as long as you agree.',
      }}
      title="Your consents"
      read={read}
      unknown={
        <p>
          It’s incomplete, or was replaced by a newer one. Ask our team for a new link, or{' '}
          <a href="/report">report a post that shows you</a>.
        </p>
      }
    >
      {(found) => <Found {...found} />}
    </MailLinkPage>
  );
}

function Found({ record, isChanged, ...changing }: MailLinkProps<OwnConsents>) {
  const { fullName, publishedCount, consents } = record;
  const posts =
    publishedCount === 1 ? '1 published post' : `${publishedCount || 'no'} published posts`;
  return (
    <MailLinkText title="Your consents" isChanged={isChanged}>
      <p>
        <bdi>{fullName}</bdi>, you are in {posts}.
      </p>
      {consents.length === 0 && <p>We have no consent of yours on record.</p>}
      <ul className={styles.consents}>
        {consents.map((consent) => (
          <li key={consent.id}>
            <strong dir="auto">{coverageText(consent)}</strong>
            <small>
              {consent.scopes.map((scope) => CONSENT_SCOPE_LABELS[scope]).join(', ')} · given{' '}
              {formatUtcDate(consent.givenOn)}
            </small>
            {consent.withdrawnAt ? (
              <p className={styles.withdrawn}>Withdrawn {formatDate(consent.withdrawnAt)}</p>
            ) : (
              <WithdrawForm consentId={consent.id} {...changing} />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.soft}>
        To remove a single post, <a href="/report">report it</a> and choose that you withdraw your
        consent.
      </p>
    </MailLinkText>
  );
}

type WithdrawFormProps = { consentId: string } & Pick<
  MailLinkProps<OwnConsents>,
  'message' | 'isBusy' | 'change'
>;

/** Withdraws a consent, after a second press. */
function WithdrawForm({ consentId, message, isBusy, change }: WithdrawFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  if (!isOpen) {
    return (
      <button type="button" className="button button-quiet" onClick={() => setIsOpen(true)}>
        Withdraw
      </button>
    );
  }
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Withdraw this consent"
      onSubmit={(event) => {
        event.preventDefault();
        void change((token) => withdraw(token, consentId, reason.trim()));
      }}
    >
      <p>Every post that it covers goes offline at once. Only a new consent brings it back.</p>
      <TextAreaField
        label="Reason (optional)"
        name="reason"
        rows={2}
        maxLength={NOTE_MAXIMUM_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <MailLinkFailure message={message} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Withdrawing...' : 'Withdraw and Take Posts Down'}
      </button>
    </form>
  );
}
