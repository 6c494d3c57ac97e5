import { z } from 'zod';

/**
 * A viewer's state with regard to an influencer. The renewal of an `overdue` one was not reported.
 * Viewers without a subscription can buy one (`available`), or cannot: payments are disabled, which the
 * click to pay says (`checkout_disabled`), or there is no active plan (`unavailable`).
 */
export const subscribeStateSchema = z.enum([
  'subscribed',
  'past_due',
  'overdue',
  'paused',
  'available',
  'checkout_disabled',
  'unavailable',
]);
export type SubscribeState = z.infer<typeof subscribeStateSchema>;

/** Whether the viewer is offered a subscription. */
export function isOnOffer(state: SubscribeState): boolean {
  return state === 'available' || state === 'checkout_disabled';
}

/** The states of a locked post; subscribers see the post unlocked. */
export const lockedStateSchema = subscribeStateSchema.exclude(['subscribed']);
