import type { SUBSCRIPTION_STATUSES } from './subscriptions.schema.ts';

type SubscriptionState = {
  status: (typeof SUBSCRIPTION_STATUSES)[number];
  cancelAt: Date | null;
};

/** Only an active subscription grants viewing; a cancelled one until the paid period ends. */
export const grantsViewing = ({ status, cancelAt }: SubscriptionState, now: Date): boolean =>
  status === 'active' && (cancelAt === null || cancelAt > now);

/** A fan may cancel what would otherwise renew. */
export const canCancel = ({ status, cancelAt }: SubscriptionState): boolean =>
  (status === 'active' || status === 'past_due' || status === 'paused') && cancelAt === null;
