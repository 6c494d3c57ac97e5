import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatDate, formatTime } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import type { BackOfficeSubscription } from '../back-office-subscriptions.schema.ts';
import styles from './subscriber-facts.module.css';
import { END_REASON_LABELS } from './subscriber-state.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

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
    <dl className={styles.facts}>
      <Fact label="Subscriber">
        {subscriber.isDeleted ? (
          subscriber.email
        ) : (
          <Link to="/users" search={{ search: subscriber.email }} className="touch-target">
            {subscriber.email}
          </Link>
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
    </dl>
  );
}

function Price({ subscription: { priceCents, plan } }: { subscription: BackOfficeSubscription }) {
  const hasOldPrice = plan.priceCents !== priceCents;
  return (
    <Fact label="Price">
      {formatCents(priceCents)} a month
      {hasOldPrice && (
        <small>
          Kept from when they subscribed. The plan costs {formatCents(plan.priceCents)} now.
        </small>
      )}
      {!plan.isActive && <small>The plan is not on sale at present.</small>}
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
        <Fact label="Paused">
          Nothing is charged, and nothing can be watched, until it is reactivated.
        </Fact>
      )}
      {cancelAt ? (
        <Fact label="Cancelled for">
          <Time at={cancelAt} />
          <small>It will not renew.</small>
        </Fact>
      ) : (
        status === 'active' && (
          <Fact label={isOverdue ? 'Renewal was due' : 'Renews on'}>
            <Time at={currentPeriodEnd} />
            {isOverdue && (
              <small>
                The provider has not reported a payment since. The posts are locked until it does:
                look the subscription up at the provider.
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
            {failedAttempts.toLocaleString('en-US')} {failedAttempts === 1 ? 'try' : 'tries'}{' '}
            failed. Nothing can be watched until it is paid.
          </small>
        </Fact>
      )}
      <Fact label="Next try">
        {nextAttemptAt ? <Time at={nextAttemptAt} /> : 'The provider has announced none'}
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
      <Fact label="Its reference">
        {providerSubscriptionId ? (
          <>
            <CopyableText name="subscription reference" text={providerSubscriptionId} />
            {isAdmin && (
              <small>
                <Link to="/payments" search={{ search: providerSubscriptionId }}>
                  What the provider told of it
                </Link>
              </small>
            )}
          </>
        ) : (
          'None: the provider does not know it'
        )}
      </Fact>
      {providerCustomerId && (
        <Fact label="Its customer">
          <CopyableText name="customer reference" text={providerCustomerId} />
        </Fact>
      )}
    </>
  );
}
