import type { PageViewer } from '#src/lib/page-context.ts';
import { closedReason, type ShownInfluencer, subscribeAddress } from '../landing.rules.ts';
import styles from './subscribe-link.module.css';

type SubscribeLinkProps = {
  influencer: Pick<ShownInfluencer, 'publicUrl' | 'subscribeState' | 'priceCents'>;
  viewer: PageViewer;
  /** Its size and place. */
  className: string | undefined;
};

/**
 * The button of a public page, in the page's own colour or the reverse of it; while nobody can
 * subscribe, the reason and a way to others.
 */
export function SubscribeLink({ influencer, viewer, className }: SubscribeLinkProps) {
  const closed = closedReason(influencer);
  if (closed) {
    return (
      <p className={`${styles.closed} ${className}`}>
        <strong>{closed}</strong> <a href="/marketplace">Browse the marketplace</a>
      </p>
    );
  }
  return (
    <a
      href={subscribeAddress(influencer.publicUrl, viewer)}
      className={`${styles.link} ${className}`}
    >
      SUBSCRIBE NOW
    </a>
  );
}
