import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SubscribeState } from '../subscribe-state.schema.ts';

type SubscribeActionProps = {
  state: SubscribeState;
  influencer: { id: string; fullName: string; publicUrl: string | null };
};

type SubscribeLinkProps = {
  influencer: { publicUrl: string | null };
  className: string | undefined;
  children: ReactNode;
};

/** Links to the subscribe page of an influencer, or to the marketplace without a public URL. */
export function SubscribeLink({ influencer, className, children }: SubscribeLinkProps) {
  const { publicUrl } = influencer;
  return (
    <Link
      className={className}
      {...(publicUrl
        ? { to: '/marketplace/subscribe/$url', params: { url: publicUrl } }
        : { to: '/marketplace' })}
    >
      {children}
    </Link>
  );
}

/** The link that fits the fan's state with an influencer. */
export function SubscribeAction({ state, influencer }: SubscribeActionProps) {
  const { id, fullName } = influencer;
  const className = 'button button-small';
  switch (state) {
    case 'subscribed':
      return (
        <Link to="/subscriptions/$influencerId" params={{ influencerId: id }} className={className}>
          View Content<span className="visually-hidden"> of {fullName}</span>
        </Link>
      );
    case 'past_due':
      return (
        <Link to="/my-subscriptions" className={className}>
          Update Payment<span className="visually-hidden"> for {fullName}</span>
        </Link>
      );
    case 'overdue':
    case 'paused':
      return (
        <Link to="/my-subscriptions" className={className}>
          My Subscriptions
        </Link>
      );
    case 'available':
    case 'checkout_disabled':
      return (
        <SubscribeLink influencer={influencer} className={className}>
          Subscribe Now<span className="visually-hidden"> to {fullName}</span>
        </SubscribeLink>
      );
    case 'unavailable':
      return (
        <Link to="/marketplace" className={className}>
          Browse Marketplace
        </Link>
      );
  }
}
