import { useEffect, useRef, type Ref } from 'react';
import { isOnOffer } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import { SubscribeAction } from '#src/features/money/subscriptions/ui/subscribe-action.tsx';
import type { Category } from '#src/lib/categories.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import type { MarketplaceCard } from '../marketplace.schema.ts';
import { FavoriteButton } from './favorite-button.tsx';
import styles from './influencer-card.module.css';
import { SubscriptionBadge } from './subscription-badge.tsx';

type InfluencerCardProps = {
  card: MarketplaceCard;
  /** Whether the viewer is a fan, who can subscribe and has favorites. */
  isFan: boolean;
  /** Whether the card is visible without scrolling. */
  eager: boolean;
  /** Scrolls to the card and outlines it. */
  highlighted: boolean;
};

const counted = (count: number, noun: string) =>
  `${abbreviateCount(count)} ${noun}${count === 1 ? '' : 's'}`;

export function InfluencerCard({ card, isFan, eager, highlighted }: InfluencerCardProps) {
  const node = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!highlighted) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    node.current?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  }, [highlighted]);

  const titleId = `influencer-${card.id}`;
  return (
    <li ref={node} className={styles.slot}>
      <article
        className={styles.card}
        aria-labelledby={titleId}
        data-highlighted={highlighted || undefined}
      >
        <div className={styles.picture}>
          <PublicImage
            image={card.image}
            name={card.fullName}
            alt=""
            eager={eager}
            sizes="(max-width: 80rem) 45vw, 24rem"
          />
          <div className={styles.badges}>
            {card.contentCategory && <CategoryBadge category={card.contentCategory as Category} />}
            <SubscriptionBadge state={card.subscribeState} />
          </div>
          {isFan && <FavoriteButton card={card} />}
          <div className={styles.caption}>
            <h2 id={titleId}>{card.fullName}</h2>
            <p>
              {counted(card.postCount, 'post')} · {counted(card.subscriberCount, 'subscriber')}
            </p>
          </div>
        </div>
        <div className={styles.body}>
          <p className={styles.bio}>{card.bio}</p>
          <p className={styles.price}>
            <strong>{formatCents(card.priceCents)}</strong> / month
          </p>
          <CardActions card={card} isFan={isFan} />
        </div>
      </article>
    </li>
  );
}

function CardActions({ card, isFan }: Pick<InfluencerCardProps, 'card' | 'isFan'>) {
  const { fullName, publicUrl, subscribeState: state } = card;
  return (
    <div className={styles.actions}>
      {isFan && (publicUrl || !isOnOffer(state)) && (
        <SubscribeAction state={state} influencer={card} />
      )}
      {publicUrl && (
        <a href={`/${publicUrl}`} className="button button-small button-quiet">
          View Profile
          <span className="visually-hidden"> of {fullName}</span>
        </a>
      )}
    </div>
  );
}

/** The placeholder of a loading card. */
export function InfluencerCardSkeleton({ ref }: { ref?: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} className={styles.slot} aria-hidden="true">
      <div className={`${styles.card} ${styles.skeleton}`}>
        <div className={styles.picture} />
        <div className={styles.body}>
          <span />
          <span />
          <span />
        </div>
      </div>
    </li>
  );
}
