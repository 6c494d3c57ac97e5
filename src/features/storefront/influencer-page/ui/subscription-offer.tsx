import { subscribeLabel } from '#src/features/storefront/marketplace/marketplace.rules.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { PageViewer } from '#src/lib/page-context.ts';
import {
  closedReason,
  renewalTerms,
  type VisibleInfluencer,
  listOfferFigures,
} from '../influencer-page.rules.ts';
import { SubscribeLink } from './subscribe-link.tsx';
import styles from './subscription-offer.module.css';

type Props = { influencer: VisibleInfluencer; viewer: PageViewer };

/** The offer as a ticket: what a subscription includes, and its price on the stub. */
export function SubscriptionOffer({ influencer, viewer }: Props) {
  const figures = listOfferFigures(influencer);
  return (
    <section className={styles.ticket} aria-labelledby="what-you-get">
      <div className={styles.offer}>
        <h2 id="what-you-get">What you get</h2>
        {influencer.postCount > 0 ? (
          <dl className={styles.figures}>
            {figures.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.soon}>The first posts are on their way. Be here when they arrive.</p>
        )}
      </div>
      <div className={styles.stub}>
        <Price influencer={influencer} />
        <SubscribeLink influencer={influencer} viewer={viewer} className={styles.subscribe} />
        <Terms influencer={influencer} className={styles.terms} />
      </div>
    </section>
  );
}

/** The monthly price; subscribers read that they have subscribed. */
export function Price({ influencer }: Pick<Props, 'influencer'>) {
  const { priceCents, subscribeState } = influencer;
  if (subscribeState === 'subscribed') return <p className={styles.price}>You’re subscribed</p>;
  return (
    priceCents !== null && (
      <p className={styles.price}>
        <strong>{formatCents(priceCents)}</strong> per month
      </p>
    )
  );
}

type TermsProps = Pick<Props, 'influencer'> & { className: string | undefined };

export function Terms({ influencer, className }: TermsProps) {
  const terms = renewalTerms(influencer);
  return terms && <p className={className}>{terms}</p>;
}

/** Keeps the offer within reach on phones, between the first and the last section. */
export function StickyOffer({ influencer, viewer }: Props) {
  const isOnSale = influencer.subscribeState === 'available';
  return (
    !closedReason(influencer, viewer) && (
      <aside className={styles.bar} aria-label="Subscribe">
        <SubscribeLink
          influencer={influencer}
          viewer={viewer}
          className={styles.subscribe}
          {...(isOnSale && { label: subscribeLabel(influencer.priceCents) })}
        />
      </aside>
    )
  );
}
