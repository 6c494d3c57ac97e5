import { z } from 'zod';

/**
 * A viewer's state with regard to an influencer. The renewal of an `overdue` one was not reported.
 * Viewers without a subscription can buy one (`available`) or cannot (`unavailable`): there is no
 * active plan, or payments are disabled.
 */
export const subscribeStateSchema = z.enum([
  'subscribed',
  'past_due',
  'overdue',
  'paused',
  'available',
  'unavailable',
]);
export type SubscribeState = z.infer<typeof subscribeStateSchema>;

/** The states of a locked post; subscribers see the post unlocked. */
export const lockedStateSchema = subscribeStateSchema.exclude(['subscribed']);
