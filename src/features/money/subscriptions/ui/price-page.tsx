import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { PriceAnswer, PriceLink } from '../price-notice.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';

const read = (token: string) => call(client.api['price-link'].$post({ json: { token } }));
const answerWith = (answer: PriceAnswer) => (token: string) =>
  call(client.api['price-link'].answer.$post({ json: { token, answer } }));
const accept = answerWith('accepted');
const decline = answerWith('declined');

/** Accepts or declines the new price of a subscription through the link of a mail, without signing in. */
export function PricePage() {
  return (
    <MailLinkPage
      aside={{ title: 'The rope opens both ways.', text: 'Come and go as you like.' }}
      title="A new price"
      read={read}
      unknown={<UnknownLink />}
    >
      {(found) =>
        found.record.state === 'waiting' ? <Answer {...found} /> : <Result {...found} />
      }
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<PriceLink>;

const Price = ({ record }: { record: PriceLink }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Subscription</dt>
      <dd>
        <strong dir="auto">{record.influencerName || 'Unknown'}</strong>
      </dd>
    </div>
    <div>
      <dt>Current price</dt>
      <dd>{formatCents(record.oldPriceCents)} a month</dd>
    </div>
    <div>
      <dt>New price</dt>
      <dd>{formatCents(record.newPriceCents)} a month</dd>
    </div>
    <div>
      <dt>From</dt>
      <dd>the first renewal on or after {formatUtcDate(record.startsAt)}</dd>
    </div>
  </dl>
);

const Answer = ({ record, message, isBusy, change }: FoundProps) => (
  <MailLinkText title="Do you accept the new price?">
    <Price record={record} />
    <p>
      {record.needsConsent
        ? 'If you don’t answer, your subscription ends with the last period at the current price.'
        : 'If you don’t answer, your subscription goes on at the new price.'}{' '}
      If you decline, it ends with the period you’ve paid for, and you won’t be charged again.
    </p>
    <MailLinkFailure message={message} />
    {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
    <div className={styles.actions}>
      <button
        type="button"
        className="button"
        aria-disabled={isBusy}
        onClick={() => void change(accept)}
      >
        {isBusy ? 'One moment…' : 'Accept'}
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy}
        onClick={() => void change(decline)}
      >
        Decline and Cancel
      </button>
    </div>
  </MailLinkText>
);

const TITLES: Record<Exclude<PriceLink['state'], 'waiting'>, string> = {
  accepted: 'You’ve accepted the new price',
  stopped: 'Your subscription is cancelled',
  applied: 'The new price applies',
  'called-off': 'The price doesn’t change',
  closed: 'There’s nothing to answer any more',
};

const Result = ({ record, isChanged }: FoundProps) => {
  const state = record.state as keyof typeof TITLES;
  return (
    <MailLinkText title={TITLES[state]} isChanged={isChanged}>
      {state !== 'closed' && <Price record={record} />}
      <p>{TEXTS[state](record)}</p>
      <p className={styles.soft}>
        <a href="/my-subscriptions">My Subscriptions</a>
      </p>
    </MailLinkText>
  );
};

const TEXTS: Record<Exclude<PriceLink['state'], 'waiting'>, (link: PriceLink) => string> = {
  accepted: () => 'You can cancel at any time.',
  applied: () => 'You can cancel at any time.',
  stopped: ({ paidUntil }) =>
    `You won’t be charged again, and you have access until ${formatDate(paidUntil)}.`,
  'called-off': () => 'We’ve called the change off: you pay what you’ve paid so far.',
  closed: () => 'The subscription has ended, or the change is over.',
};

const UnknownLink = () => (
  <>
    <p>
      It’s incomplete, or its subscription no longer exists. Open this page from the link in our
      email, or sign in and answer under <a href="/my-subscriptions">My Subscriptions</a>.
    </p>
    <p className={styles.soft}>
      Neither works? <a href="/contact?topic=Payments%20and%20subscriptions">Write to us</a>.
    </p>
  </>
);
