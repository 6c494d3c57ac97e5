import { z } from 'zod';

const TABS = ['subscriptions', 'purchases'] as const;
export type MySubscriptionsTab = (typeof TABS)[number];

/** The search parameters of /my-subscriptions; invalid values are ignored. */
export const mySubscriptionsSearchSchema = z.object({
  tab: z.enum(TABS).optional().catch(undefined),
});
