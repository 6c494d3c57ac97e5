import { z } from 'zod';
import { checkoutReturnSchema } from '#src/features/money/payments/billing.schema.ts';

const TABS = ['subscriptions', 'purchases'] as const;
export type MySubscriptionsTab = (typeof TABS)[number];

/** The search parameters of /my-subscriptions; invalid values are ignored. */
export const mySubscriptionsSearchSchema = checkoutReturnSchema.extend({
  tab: z.enum(TABS).optional().catch(undefined),
});
