import { Link } from '@tanstack/react-router';
import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import type { BackOfficeSubscription } from '../back-office-subscriptions.schema.ts';
import styles from './subscriber-facts.module.css';
import { END_REASON_LABELS } from './subscriber-state.tsx';

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatDate(at)}
  </time>
);
const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>;

/** All data of a subscription, except its payments. */
export function SubscriberFacts({ subscription }: { subscription: BackOfficeSubscription }) {
  const { subscriber, influencer, createdAt, currentPeriodStart, currentPeriodEnd } = subscription;
  return (
    <FactList>
      <Fact label="Subscriber">
        <FanLink fan={subscriber} />
        {!subscriber.isDeleted && subscriber.fullName.trim() !== '' && (
          <small>{subscriber.email}</small>
        )}
      </Fact>
      <Fact label="Influencer">
        {influencer.isDeleted ? (
          <>
            <bdi>{influencer.fullName}</bdi>
            <small>The account was deleted.</small>
          </>
        ) : (
          <Link to="/influencers/$id" params={{ id: influencer.id }} className="touch-target">
            <bdi>{influencer.fullName}</bdi>
          </Link>
        )}
      </Fact>
      <Price subscription={subscription} />
      <Fact label="Subscribed">
        <Time at={createdAt} />
      </Fact>
      <Fact label="Last paid period">
        <Day at={currentPeriodStart} /> – <Day at={currentPeriodEnd} />
      </Fact>
      <NextEvent subscription={subscription} />
      <References subscription={subscription} />
    </FactList>
  );
}

function Price({ subscription: { priceCents, plan } }: { subscription: BackOfficeSubscription }) {
  const hasOldPrice = plan.priceCents !== priceCents;
  return (
    <Fact label="Price">
      {formatCents(priceCents)} a month
      {hasOldPrice && (
        <small>
          The price when they subscribed. The plan now costs {formatCents(plan.priceCents)}.
        </small>
      )}
      {!plan.isActive && <small>The plan is currently inactive.</small>}
    </Fact>
  );
}

/** The subscription's next or last event. */
function NextEvent({ subscription }: { subscription: BackOfficeSubscription }) {
  const { status, cancelAt, endedAt, endReason, currentPeriodEnd, isOverdue } = subscription;
  if (endedAt && endReason) {
    return (
      <Fact label="Ended">
        <Time at={endedAt} />
        <small>{END_REASON_LABELS[endReason]}</small>
      </Fact>
    );
  }
  return (
    <>
      {status === 'past_due' && <Issue subscription={subscription} />}
      {status === 'paused' && (
        <Fact label="Paused">No charges and no access until it’s reactivated.</Fact>
      )}
      {cancelAt ? (
        <Fact label="Cancels on">
          <Time at={cancelAt} />
          <small>It will not renew.</small>
        </Fact>
      ) : (
        status === 'active' && (
          <Fact label={isOverdue ? 'Renewal was due' : 'Renews on'}>
            <Time at={currentPeriodEnd} />
            {isOverdue && (
              <small>
                The provider hasn’t reported a payment since. The posts are locked until it does.
                Check the subscription at the provider.
              </small>
            )}
          </Fact>
        )
      )}
    </>
  );
}

function Issue({ subscription }: { subscription: BackOfficeSubscription }) {
  const { pastDueSince, failedAttempts, nextAttemptAt } = subscription;
  return (
    <>
      {pastDueSince && (
        <Fact label="Unpaid since">
          <Time at={pastDueSince} />
          <small>
            {formatNumber(failedAttempts)} {failedAttempts === 1 ? 'attempt' : 'attempts'} failed.
            No access until it’s paid.
          </small>
        </Fact>
      )}
      <Fact label="Next attempt">
        {nextAttemptAt ? <Time at={nextAttemptAt} /> : 'None scheduled by the provider'}
      </Fact>
    </>
  );
}

function References({ subscription }: { subscription: BackOfficeSubscription }) {
  const { provider, providerSubscriptionId, providerCustomerId } = subscription;
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <Fact label="Payment provider">
        <span className={styles.provider}>{provider}</span>
      </Fact>
      <Fact label="Provider reference">
        {providerSubscriptionId ? (
          <>
            <CopyableText name="subscription reference" text={providerSubscriptionId} />
            {isAdmin && (
              <small>
                <Link to="/payment-events" search={{ search: providerSubscriptionId }}>
                  View provider events
                </Link>
              </small>
            )}
          </>
        ) : (
          'None: not known to the provider'
        )}
      </Fact>
      {providerCustomerId && (
        <Fact label="Provider customer">
          <CopyableText name="customer reference" text={providerCustomerId} />
        </Fact>
      )}
    </>
  );
}
