import { z } from 'zod';

/**
 * How a viewer stands with an influencer. Of an `overdue` one the provider has not reported the
 * renewal. Whoever has no subscription can buy one (`available`) or
 * cannot now (`unavailable`): there is no active plan, or payments are disabled.
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

/** What a locked post can say; whoever is subscribed sees it open. */
export const lockedStateSchema = subscribeStateSchema.exclude(['subscribed']);
