import { z } from 'zod';
import { checkoutReturnSchema } from '#src/features/money/payments/billing.schema.ts';

const TABS = ['subscriptions', 'purchases'] as const;
export type MySubscriptionsTab = (typeof TABS)[number];

/** What /my-subscriptions keeps in its address. A value that cannot be is left out. */
export const mySubscriptionsSearchSchema = checkoutReturnSchema.extend({
  tab: z.enum(TABS).optional().catch(undefined),
});
