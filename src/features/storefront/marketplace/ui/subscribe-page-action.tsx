import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { signInAddress } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { EmailNotice } from '#src/features/identity/email-addresses/ui/email-notice.tsx';
import { residenceQuery } from '#src/features/money/invoices/ui/invoices-queries.ts';
import { ownSubscriptionsQuery } from '#src/features/money/subscriptions/ui/subscriptions-queries.ts';
import { usePaymentPage } from '#src/features/money/subscriptions/ui/use-payment-page.ts';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { SelectField } from '#src/ui/forms/field.tsx';
import { subscribeLabel } from '../marketplace.rules.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import styles from './subscribe-page.module.css';
import { useCheckout } from './use-checkout.ts';

type Props = { influencer: InfluencerPage; session: CurrentSession | null };

/** The viewer's action, or why there is none. */
export function SubscribePageAction({ influencer, session }: Props) {
  const { id, fullName, publicUrl, priceCents, subscribeState: state } = influencer;
  if (state === 'unavailable') return <Unavailable />;
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
    case 'available':
      return (
        <>
          <EmailNotice session={session} />
          <Subscribe influencer={influencer} />
        </>
      );
  }
}

const MySubscriptions = () => (
  <Link to="/my-subscriptions" className="button button-quiet">
    My Subscriptions
  </Link>
);

const Unavailable = () => (
  <>
    <div className={styles.note}>
      <h3>Not available right now</h3>
      <p>Checkout Disabled: Stripe integration is temporarily disabled...</p>
    </div>
    <Link to="/marketplace" className="button button-quiet">
      Browse Marketplace
    </Link>
  </>
);

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

/** The subscribe button, below the fan's country if the tax depends on it. */
function Subscribe({ influencer }: Pick<Props, 'influencer'>) {
  const { isBusy, start } = useCheckout(influencer.publicUrl);
  const { data: residence } = useQuery(residenceQuery);
  const [chosen, setChosen] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const residenceBox = useRef<HTMLDivElement>(null);
  const country = chosen ?? residence?.country ?? '';
  function subscribe() {
    const isComplete = !residence?.isRequired || country !== '';
    setMissing(!isComplete);
    if (isComplete) start(country || undefined);
    // On phones the button stays in view while the field does not.
    else residenceBox.current?.querySelector('select')?.focus();
  }
  return (
    <>
      {residence?.isRequired && (
        <div ref={residenceBox}>
          <SelectField
            label="Country where you live"
            hint="The price already includes your country’s tax."
            error={isMissing ? 'Choose the country where you live' : undefined}
            autoComplete="country"
            value={country}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            options={COUNTRIES}
            placeholder="Choose a country"
          />
        </div>
      )}
      <div className={styles.bar}>
        <button type="button" className="button" disabled={isBusy} onClick={subscribe}>
          {isBusy ? 'Opening checkout...' : subscribeLabel(influencer.priceCents)}
        </button>
      </div>
    </>
  );
}

const COUNTRIES = countryOptions();
