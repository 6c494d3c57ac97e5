import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import type { CurrentSession } from '#src/features/accounts/accounts.schema.ts';
import { preferredInfluencer } from '#src/features/accounts/ui/preferred-influencer.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import styles from './subscribe-page.module.css';

type Props = { influencer: InfluencerPage; session: CurrentSession | null };

/** Price, what it buys, the terms of renewal, and the one action that this visitor has. */
export function SubscriptionDetails({ influencer, session }: Props) {
  const { fullName, priceCents } = influencer;
  return (
    <section className={styles.ticket} aria-labelledby="subscription-details">
      <h2 id="subscription-details">Subscription details</h2>
      <p className={styles.price}>
        <strong>{formatCents(priceCents ?? 0)}</strong> <span>per month</span>
      </p>
      <ul className={styles.perks}>
        {perksOf(influencer).map((perk) => (
          <li key={perk}>
            <Check size={18} aria-hidden="true" /> {perk}
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <Action influencer={influencer} session={session} />
      </div>
      <p className={styles.terms}>
        Renews every month at {formatCents(priceCents ?? 0)} until you cancel. Cancel at any time in
        My Subscriptions: you keep watching {fullName} until the paid month ends. All prices in US
        dollars. Adults (18+) only.
      </p>
    </section>
  );
}

function perksOf({ fullName, postCount, photoCount, videoMinutes, lastPostAt }: InfluencerPage) {
  const plural = (count: number, noun: string) =>
    `${abbreviateCount(count)} ${noun}${count === 1 ? '' : 's'}`;
  const parts = [
    photoCount > 0 && plural(photoCount, 'photo'),
    videoMinutes > 0 && `${plural(videoMinutes, 'minute')} of video`,
  ].filter(Boolean);
  return [
    postCount > 0
      ? `Every post: ${plural(postCount, 'post')} so far`
      : `Every post from the first one on`,
    ...(parts.length > 0 ? [parts.join(' and ')] : []),
    `New posts in your feed as soon as ${fullName} shares them`,
    ...(lastPostAt ? [`Latest post on ${formatDate(lastPostAt)}`] : []),
  ];
}

function Action({ influencer: { id, fullName, publicUrl, subscribed }, session }: Props) {
  if (!session) return <LoginToSubscribe publicUrl={publicUrl} />;
  if (subscribed) {
    return (
      <>
        <p className={styles.note}>You are subscribed to {fullName}.</p>
        <a href={`/subscriptions/${id}`} className="button">
          View Content
        </a>
      </>
    );
  }
  if (session.role !== 'subscriber') {
    return (
      <p className={styles.note}>
        Only fans can subscribe. You are signed in with another kind of account; use a fan account
        to subscribe to {fullName}.
      </p>
    );
  }
  return <Subscribe publicUrl={publicUrl} />;
}

function LoginToSubscribe({ publicUrl }: { publicUrl: string }) {
  const navigate = useNavigate();
  const login = () => {
    // After signing in the fan finds this influencer highlighted in the marketplace.
    preferredInfluencer.keep(publicUrl);
    toast.error('Login Required', { description: 'Please log in to subscribe' });
    void navigate({ to: '/auth' });
  };
  return (
    <button type="button" className="button" onClick={login}>
      Login to Subscribe
    </button>
  );
}

function Subscribe({ publicUrl }: { publicUrl: string }) {
  const checkout = useMutation({
    mutationFn: () => call(client.api.checkouts.$post({ json: { publicUrl } })),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      const refused = error instanceof ApiError && error.problem.code === 'checkout-disabled';
      if (refused) toast.error('Checkout Disabled', { description: error.message });
      else toast.error('Error', { description: 'Failed to start checkout process' });
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // Back from the checkout the browser may show this page just as it was left.
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  // The button stays busy while the browser leaves for the checkout.
  const busy = checkout.isPending || checkout.isSuccess;
  return (
    <button type="button" className="button" disabled={busy} onClick={() => checkout.mutate()}>
      {busy ? 'Opening checkout...' : 'Subscribe'}
    </button>
  );
}
