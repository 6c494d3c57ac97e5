import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { Category } from '#src/lib/categories.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { canCancel } from '../subscriptions.rules.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { canUndoCancellationNow } from './renewal-text.ts';
import styles from './subscription-card.module.css';
import { SubscriptionFacts, SubscriptionNote } from './subscription-facts.tsx';
import { SubscriptionStatus } from './subscription-status.tsx';
import { UpcomingPriceNote } from './upcoming-price-note.tsx';
import { usePaymentPage } from './use-payment-page.ts';
import { useRenewalFocus } from './use-renewal-focus.ts';
import { useUndoCancellation } from './use-undo-cancellation.ts';

type SubscriptionCardProps = {
  subscription: OwnSubscription;
  canBuyAgain: boolean;
  onCancel: () => void;
};

export function SubscriptionCard({ subscription, ...actions }: SubscriptionCardProps) {
  const { id, influencer, grantsViewing } = subscription;
  const name = influencer.fullName || 'Unknown';
  const titleId = `subscription-${id}`;
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
          <div className={styles.state}>
            <SubscriptionNote subscription={subscription} />
            <SubscriptionFacts subscription={subscription} />
            {subscription.upcomingPrice && (
              <UpcomingPriceNote
                subscriptionId={id}
                titleId={titleId}
                price={subscription.upcomingPrice}
              />
            )}
          </div>
          <Actions subscription={subscription} titleId={titleId} {...actions} />
        </div>
      </article>
    </li>
  );
}

type ActionsProps = SubscriptionCardProps & { titleId: string };

function Actions({ subscription, titleId, canBuyAgain, onCancel }: ActionsProps) {
  const { id, influencer, grantsViewing, status, cancelAt, hasPaymentPage, authenticationUrl } =
    subscription;
  const paymentPage = usePaymentPage();
  const undoCancellation = useUndoCancellation();
  const now = useNow();
  // After an age check, the fan is led to the content; a blocked region shows none.
  const isBlocked = useSession()?.creatorsHiddenBy === 'blocked';
  const mayCancel = canCancel({ status, cancelAt: cancelAt ? new Date(cancelAt) : null });
  const canUndo = canUndoCancellationNow(subscription, now);
  const [renewalButton, markRenewal] = useRenewalFocus(mayCancel, canUndo);
  const isPastDue = status === 'past_due';
  return (
    <div className={styles.actions}>
      {grantsViewing && !isBlocked && (
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
      {authenticationUrl !== null && (
        <Button radius="xl" aria-describedby={titleId} component="a" href={authenticationUrl}>
          Confirm Payment
        </Button>
      )}
      {hasPaymentPage && status !== 'paused' && (
        <Button
          variant={isPastDue && authenticationUrl === null ? 'filled' : 'default'}
          radius="xl"
          aria-describedby={titleId}
          loading={paymentPage.isPending}
          onClick={() => paymentPage.mutate(id)}
        >
          {isPastDue ? 'Update Payment' : 'Manage Payment'}
        </Button>
      )}
      {mayCancel && (
        <Button
          ref={renewalButton}
          variant="default"
          radius="xl"
          aria-describedby={titleId}
          onClick={() => {
            markRenewal();
            onCancel();
          }}
        >
          Cancel
        </Button>
      )}
      {canUndo && (
        <Button
          ref={renewalButton}
          variant="default"
          radius="xl"
          aria-describedby={titleId}
          loading={undoCancellation.isPending}
          onClick={() => {
            markRenewal();
            undoCancellation.mutate(subscription);
          }}
        >
          Keep Subscription
        </Button>
      )}
      {canBuyAgain && influencer.publicUrl && (
        <Button
          variant="default"
          radius="xl"
          aria-describedby={titleId}
          component="a"
          href={`/marketplace/subscribe/${influencer.publicUrl}`}
        >
          Subscribe Again
        </Button>
      )}
    </div>
  );
}

export function SubscriptionCardSkeleton() {
  return (
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
}
