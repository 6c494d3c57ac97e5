import { useInfiniteQuery } from '@tanstack/react-query';
import { isOnOffer } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import type { MarketplaceCard } from '../marketplace.schema.ts';
import { InfluencerCard } from './influencer-card.tsx';
import { marketplaceQuery } from './marketplace-queries.ts';
import styles from './recommended-influencers.module.css';

const MAXIMUM_CARDS = 8;

/** The first influencers by recommendation that the fan can subscribe to; none if disabled. */
export function useRecommended(enabled: boolean): MarketplaceCard[] {
  const { data } = useInfiniteQuery({ ...marketplaceQuery({}), enabled });
  const page = enabled ? data?.pages[0] : undefined;
  return (page?.influencers ?? [])
    .filter(({ subscribeState }) => isOnOffer(subscribeState))
    .slice(0, MAXIMUM_CARDS);
}

/** The recommended influencers, in a row that scrolls sideways. */
export function RecommendedInfluencers({ cards }: { cards: MarketplaceCard[] }) {
  return (
    <section className={styles.section} aria-labelledby="recommended">
      <h2 id="recommended" className={styles.heading}>
        Recommended for you
      </h2>
      <ul className={styles.row}>
        {cards.map((card) => (
          <InfluencerCard key={card.id} card={card} isFan eager highlighted={false} />
        ))}
      </ul>
    </section>
  );
}

/** The influencers recommended to a fan, outside of the marketplace. */
export function RecommendedForFan() {
  const cards = useRecommended(true);
  if (cards.length === 0) return null;
  return (
    <div className={styles.below}>
      <RecommendedInfluencers cards={cards} />
    </div>
  );
}
