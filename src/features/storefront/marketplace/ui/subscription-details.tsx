import { Check } from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import { SubscribePageAction } from './subscribe-page-action.tsx';
import styles from './subscribe-page.module.css';

type Props = { influencer: InfluencerPage; session: CurrentSession | null };

/** Price, benefits, renewal terms, and the viewer's action. */
export function SubscriptionDetails({ influencer, session }: Props) {
  const { fullName, priceCents, subscribeState } = influencer;
  return (
    <section className={styles.ticket} aria-labelledby="subscription-details">
      <h2 id="subscription-details">Subscription details</h2>
      <p className={styles.price}>
        <strong>{formatCents(priceCents ?? 0)}</strong> <span>per month</span>
      </p>
      <ul className={styles.perks}>
        {listPerks(influencer).map((perk) => (
          <li key={perk}>
            <Check size={18} aria-hidden="true" /> {perk}
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <SubscribePageAction influencer={influencer} session={session} />
      </div>
      {subscribeState !== 'checkout_disabled' && (
        <p className={styles.terms}>
          Renews every month at {formatCents(priceCents ?? 0)} until you cancel. Cancel at any time
          in My Subscriptions: you keep watching {fullName} until the paid month ends. All prices in
          US dollars. Adults (18+) only.
        </p>
      )}
    </section>
  );
}

function listPerks({ fullName, postCount, photoCount, videoMinutes, lastPostAt }: InfluencerPage) {
  const plural = (count: number, noun: string) =>
    `${abbreviateCount(count)} ${noun}${count === 1 ? '' : 's'}`;
  const parts = [
    photoCount > 0 && plural(photoCount, 'photo'),
    videoMinutes > 0 && `${plural(videoMinutes, 'minute')} of video`,
  ].filter(Boolean);
  return [
    postCount > 0
      ? `Every post: ${plural(postCount, 'post')} so far`
      : `Every post from the very first one`,
    ...(parts.length > 0 ? [parts.join(' and ')] : []),
    `New posts in your feed as soon as ${fullName} shares them`,
    ...(lastPostAt ? [`Latest post on ${formatDate(lastPostAt)}`] : []),
  ];
}
