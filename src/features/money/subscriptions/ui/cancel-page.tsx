import { call, client } from '#src/client/client.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { CancelLink } from '../cancel-link.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';

const read = (token: string) => call(client.api['cancel-link'].$post({ json: { token } }));
const stop = (token: string) => call(client.api['cancel-link'].stop.$post({ json: { token } }));

/** Stops the renewals of a subscription through the link of a mail, without signing in. */
export function CancelPage() {
  return (
    <MailLinkPage
      aside={{ title: 'The rope opens both ways.', text: 'Come and go as you like.' }}
      title="Cancel your subscription"
      read={read}
      unknown={<UnknownLink />}
    >
      {(found) =>
        found.record.state === 'renews' ? <ConfirmStop {...found} /> : <Result {...found} />
      }
    </MailLinkPage>
  );
}

const TITLES = {
  renews: 'Cancel your subscription?',
  stopped: 'Your subscription is cancelled',
  ended: 'The subscription has ended',
};
const ALREADY = {
  stopped: 'Your subscription is already cancelled',
  ended: 'The subscription has already ended',
};

const nameOf = ({ influencerName }: CancelLink) => (
  <strong dir="auto">{influencerName || 'Unknown'}</strong>
);

type FoundProps = MailLinkProps<CancelLink>;

const ConfirmStop = ({ record: link, message, isBusy, change }: FoundProps) => (
  <MailLinkText title={TITLES.renews}>
    <dl className={styles.facts}>
      <div>
        <dt>Subscription</dt>
        <dd>{nameOf(link)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{formatCents(link.priceCents)} a month</dd>
      </div>
      <div>
        <dt>Paid until</dt>
        <dd>{formatDate(link.until)}</dd>
      </div>
    </dl>
    <p>
      {link.endsAtOnce
        ? 'It isn’t paid right now, so it ends immediately and you won’t be charged again.'
        : `You’ll keep access until ${formatDate(link.until)}, and you won’t be charged again.`}
    </p>
    <MailLinkFailure message={message} />
    {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => void change(stop)}
    >
      {isBusy ? 'Cancelling...' : 'Cancel Subscription'}
    </button>
    <p className={styles.soft}>To keep it, just close this page.</p>
  </MailLinkText>
);

const Result = ({ record: link, isChanged }: FoundProps) => (
  <MailLinkText
    title={(isChanged ? TITLES : ALREADY)[link.state as keyof typeof ALREADY]}
    isChanged={isChanged}
  >
    <p>
      {link.state === 'ended' ? (
        <>
          Your subscription to {nameOf(link)} ended on {formatDate(link.until)}.
        </>
      ) : (
        <>
          You have access to {nameOf(link)} until {formatDate(link.until)}.
        </>
      )}{' '}
      You won’t be charged again.
    </p>
    {isChanged && sendsMail() && (
      <p className={styles.soft}>We’ve sent you a confirmation by email.</p>
    )}
    <p className={styles.soft}>
      <a href="/my-subscriptions">My Subscriptions</a>
    </p>
  </MailLinkText>
);

const UnknownLink = () => (
  <>
    <p>
      It’s incomplete, or its subscription no longer exists. Open this page from the link in our
      email, or sign in and cancel under <a href="/my-subscriptions">My Subscriptions</a>.
    </p>
    <p className={styles.soft}>
      Neither works? <a href="/contact?topic=Payments%20and%20subscriptions">Write to us</a>, and
      we’ll cancel it for you.
    </p>
  </>
);
