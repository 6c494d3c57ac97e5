import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { signInAddress } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { EmailNotice } from '#src/features/identity/email-addresses/ui/email-notice.tsx';
import { ownSubscriptionsQuery } from '#src/features/money/subscriptions/ui/subscriptions-queries.ts';
import { usePaymentPage } from '#src/features/money/subscriptions/ui/use-payment-page.ts';
import { subscribeLabel } from '../marketplace.rules.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import { SubscribeOptions } from './subscribe-options.tsx';
import styles from './subscribe-page.module.css';
import { useCheckout } from './use-checkout.ts';

type Props = { influencer: InfluencerPage; session: CurrentSession | null };

/** The viewer's action, or why there is none. */
export function SubscribePageAction({ influencer, session }: Props) {
  const { id, fullName, publicUrl, priceCents, subscribeState: state } = influencer;
  if (!session) {
    return (
      <>
        <div className={styles.bar}>
          <a href={`/subscribe?influencer=${publicUrl}`} className="button">
            {subscribeLabel(priceCents)}
          </a>
        </div>
        <a
          href={signInAddress('subscribe', `/marketplace/subscribe/${publicUrl}`)}
          className="button button-quiet"
        >
          Login to Subscribe
        </a>
      </>
    );
  }
  if (session.role !== 'subscriber') {
    return (
      <p className={styles.note}>
        Subscriptions need a fan account. You are signed in with another kind of account; use a fan
        account to subscribe to {fullName}.
      </p>
    );
  }
  switch (state) {
    case 'subscribed':
      return (
        <>
          <p className={styles.note}>You are subscribed to {fullName}.</p>
          <Link to="/subscriptions/$influencerId" params={{ influencerId: id }} className="button">
            View Content
          </Link>
        </>
      );
    case 'past_due':
      return <PastDue influencer={influencer} />;
    case 'overdue':
      return (
        <>
          <p className={styles.note}>
            We are waiting for the payment provider to confirm your renewal for {fullName}. The
            posts are locked until then.
          </p>
          <MySubscriptions />
        </>
      );
    case 'paused':
      return (
        <>
          <p className={styles.note}>
            Our team has paused your subscription to {fullName}. <a href="/contact">Contact us</a>{' '}
            if you have any questions.
          </p>
          <MySubscriptions />
        </>
      );
    case 'checkout_disabled':
      return <DisabledCheckout influencer={influencer} />;
    case 'unavailable':
      // The page leads to the marketplace.
      return null;
    case 'available':
      return (
        <>
          <EmailNotice session={session} />
          <SubscribeOptions influencer={influencer} />
        </>
      );
  }
}

const MySubscriptions = () => (
  <Link to="/my-subscriptions" className="button button-quiet">
    My Subscriptions
  </Link>
);

/** While payments are disabled: the click to pay says so, and nothing comes before it. */
function DisabledCheckout({ influencer: { publicUrl, priceCents } }: Pick<Props, 'influencer'>) {
  const checkout = useCheckout(publicUrl);
  return (
    <>
      <div role="status">
        {checkout.isDisabled && (
          <p className={styles.note}>New subscriptions aren’t possible right now.</p>
        )}
      </div>
      <div className={styles.bar}>
        <button
          type="button"
          className="button"
          disabled={checkout.isBusy}
          onClick={() => checkout.start()}
        >
          {subscribeLabel(priceCents)}
        </button>
      </div>
    </>
  );
}

function PastDue({ influencer }: { influencer: InfluencerPage }) {
  const { data } = useQuery(ownSubscriptionsQuery);
  const paymentPage = usePaymentPage();
  const own = data?.find((one) => one.hasPaymentPage && one.influencer.id === influencer.id);
  return (
    <>
      <p className={styles.note}>
        Your last payment for {influencer.fullName} failed. The posts are locked until it is paid.
      </p>
      {own && (
        <button
          type="button"
          className="button"
          disabled={paymentPage.isPending}
          onClick={() => paymentPage.mutate(own.id)}
        >
          {paymentPage.isPending ? 'Opening...' : 'Update Payment'}
        </button>
      )}
      <MySubscriptions />
    </>
  );
}
