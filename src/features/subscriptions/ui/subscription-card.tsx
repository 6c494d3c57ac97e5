import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Category } from '#src/lib/categories.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { CategoryBadge } from '#src/ui/category-badge.tsx';
import { PublicImage } from '#src/ui/public-image.tsx';
import { canCancel } from '../subscriptions.rules.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import styles from './subscription-card.module.css';
import { SubscriptionStatus } from './subscription-status.tsx';

type SubscriptionCardProps = { subscription: OwnSubscription; onCancel: () => void };

export function SubscriptionCard({ subscription, onCancel }: SubscriptionCardProps) {
  const { id, influencer, priceCents, grantsViewing, status, cancelAt } = subscription;
  const name = influencer.fullName || 'Unknown';
  const titleId = `subscription-${id}`;
  const mayCancel = canCancel({ status, cancelAt: cancelAt ? new Date(cancelAt) : null });
  return (
    <li className={styles.slot}>
      <article
        className={styles.card}
        aria-labelledby={titleId}
        data-closed={!grantsViewing || undefined}
      >
        <div className={styles.picture}>
          <PublicImage
            image={influencer.image}
            name={name}
            alt=""
            sizes="(max-width: 40rem) 100vw, 26rem"
          />
        </div>
        <div className={styles.body}>
          <div className={styles.row}>
            <SubscriptionStatus subscription={subscription} />
            {influencer.contentCategory && (
              <CategoryBadge category={influencer.contentCategory as Category} />
            )}
          </div>
          <h2 id={titleId}>{name}</h2>
          <dl className={styles.facts}>
            <Fact label="Price">{formatCents(priceCents)} / month</Fact>
            <Renewal subscription={subscription} />
          </dl>
          <div className={styles.actions}>
            {grantsViewing && (
              <Button
                radius="xl"
                aria-describedby={titleId}
                renderRoot={(props) => (
                  <Link
                    to="/subscriptions/$influencerId"
                    params={{ influencerId: influencer.id }}
                    {...props}
                  />
                )}
              >
                View Content
              </Button>
            )}
            {mayCancel && (
              <Button variant="default" radius="xl" onClick={onCancel} aria-describedby={titleId}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      </article>
    </li>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

// What the end of the paid period means depends on how the subscription stands.
function Renewal({ subscription }: { subscription: OwnSubscription }) {
  const { status, cancelAt, currentPeriodEnd } = subscription;
  const date = formatDate(currentPeriodEnd);
  if (status === 'cancelled')
    return <Fact label="Ended">{formatDate(cancelAt ?? currentPeriodEnd)}</Fact>;
  if (cancelAt) return <Fact label="Access until">{formatDate(cancelAt)}</Fact>;
  if (status === 'past_due') return <Fact label="Payment failed">{date}</Fact>;
  if (status === 'paused') return <Fact label="Next renewal">On hold</Fact>;
  return <Fact label="Next renewal">{date}</Fact>;
}

export const SubscriptionCardSkeleton = () => (
  <li className={styles.slot} aria-hidden="true">
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
