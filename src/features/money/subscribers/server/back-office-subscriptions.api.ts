import type { Pool } from 'pg';
import { z } from 'zod';
import { scopeKey } from '#src/features/identity/accounts/server/scope.ts';
import { selectedRowsSchema } from '#src/lib/listing.ts';
import { createSharedRead } from '#src/platform/database/shared-read.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newRefundSchema,
  backOfficeSubscriptionPageSchema,
  backOfficeSubscriptionQuerySchema,
  backOfficeSubscriptionSchema,
  refundSchema,
  subscriptionFiguresSchema,
  subscriptionPaymentsQuerySchema,
  subscriptionPaymentsSchema,
  unusedDaysSchema,
  type SubscriptionFigures,
} from '../back-office-subscriptions.schema.ts';
import {
  endSubscriptionNow,
  reactivateSubscription,
  suspendSubscription,
  type BackOfficeDependencies,
} from './back-office-subscription-actions.ts';
import {
  exportSubscriptions,
  getSubscription,
  listSubscriptions,
} from './back-office-subscriptions-list.ts';
import {
  CSV_EXAMPLE,
  FIGURES_EXAMPLE,
  PAGE_EXAMPLE,
  PAYMENTS_EXAMPLE,
  SUBSCRIPTION_EXAMPLE,
} from './back-office-subscriptions.examples.ts';
import { markRefunded } from './mark-refunded.ts';
import { refundPayment, withdrawRefund } from './refund-payment.ts';
import { getSubscriptionFigures } from './subscription-figures.ts';
import { listSubscriptionPayments } from './subscription-payments.ts';
import { retryProviderChange } from './unconfirmed-change.ts';
import { getUnusedDays } from './unused-days.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const done = z.object({});
const CHANGE_ERRORS = [
  'not-found',
  'not-allowed-in-state',
  'no-stripe-subscription',
  'not-supported',
  'provider-unavailable',
] as const;

/** The back office's view of subscriptions, and its changes to them. */
export function backOfficeSubscriptionsApi(services: BackOfficeDependencies & { pool: Pool }) {
  const { db, pool } = services;
  const share = createSharedRead<SubscriptionFigures>();
  return operations([
    backOffice.get(
      '/api/subscribers',
      {
        id: 'listSubscriptions',
        summary: 'List subscriptions by search text, state and influencer',
        query: backOfficeSubscriptionQuerySchema,
        output: backOfficeSubscriptionPageSchema,
        example: PAGE_EXAMPLE,
      },
      ({ actor, query }) => listSubscriptions(pool, actor, query),
    ),
    backOffice.get(
      '/api/subscribers.csv',
      {
        id: 'exportSubscriptions',
        summary: 'Export the filtered subscriptions as CSV',
        query: backOfficeSubscriptionQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      ({ actor, query }) => exportSubscriptions(pool, actor, query),
    ),
    backOffice.post(
      '/api/subscribers.csv',
      {
        id: 'exportSelectedSubscriptions',
        summary: 'Export selected subscriptions as CSV',
        body: selectedRowsSchema(backOfficeSubscriptionQuerySchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      ({ actor, body }) => exportSubscriptions(pool, actor, body),
    ),
    backOffice.get(
      '/api/subscribers/figures',
      {
        id: 'getSubscriptionFigures',
        summary: 'Count the subscriptions by state, with their monthly revenue',
        query: backOfficeSubscriptionQuerySchema.pick({ influencer: true }),
        output: subscriptionFiguresSchema,
        example: FIGURES_EXAMPLE,
      },
      ({ actor, query }) =>
        share(`${scopeKey(actor)} ${query.influencer ?? ''}`, () =>
          getSubscriptionFigures(pool, actor, query),
        ),
    ),
    backOffice.get(
      '/api/subscribers/unused',
      {
        id: 'getUnusedDays',
        summary: 'Sum up what fans paid for days that a suspension for a violation takes from them',
        query: backOfficeSubscriptionQuerySchema.pick({ influencer: true }),
        output: unusedDaysSchema,
        example: { fans: 12, cents: 14_380 },
      },
      ({ actor, query }) => getUnusedDays(pool, actor, query),
    ),
    backOffice.get(
      '/api/subscribers/{id}',
      {
        id: 'getSubscription',
        views: { entity: 'user_subscriptions', label: ({ subscriber }) => subscriber.email },
        summary: 'Get a subscription with its fan, influencer, price and state',
        params: byId,
        output: backOfficeSubscriptionSchema,
        errors: ['not-found'],
        example: SUBSCRIPTION_EXAMPLE,
      },
      ({ actor, params }) => getSubscription(pool, actor, params.id),
    ),
    backOffice.get(
      '/api/subscribers/{id}/payments',
      {
        id: 'listSubscriptionPayments',
        views: { entity: 'user_subscriptions', label: () => 'Payments' },
        summary: 'List the payments, refunds and disputes of a subscription, newest first',
        params: byId,
        query: subscriptionPaymentsQuerySchema,
        output: subscriptionPaymentsSchema,
        errors: ['not-found'],
        example: PAYMENTS_EXAMPLE,
      },
      ({ actor, params, query }) => listSubscriptionPayments(pool, actor, { ...params, ...query }),
    ),
    backOffice.post(
      '/api/subscriptions/{id}/suspend',
      {
        id: 'suspendSubscription',
        needsConfirmation: true,
        summary: 'Suspend an active subscription: viewing ends at once, and nothing is charged',
        params: byId,
        output: done,
        errors: CHANGE_ERRORS,
        example: {},
      },
      async ({ actor, params }) => {
        await suspendSubscription(services, actor, params.id);
        return {};
      },
    ),
    backOffice.post(
      '/api/subscriptions/{id}/reactivate',
      {
        id: 'reactivateSubscription',
        needsConfirmation: true,
        summary: 'Reactivate a suspended subscription; it is charged when its paid period is over',
        params: byId,
        output: done,
        errors: CHANGE_ERRORS,
        example: {},
      },
      async ({ actor, params }) => {
        await reactivateSubscription(services, actor, params.id);
        return {};
      },
    ),
    backOffice.post(
      '/api/subscriptions/{id}/end',
      {
        id: 'endSubscription',
        needsConfirmation: true,
        summary: 'End a subscription at once, even a suspended or unpaid one, without a refund',
        params: byId,
        output: done,
        errors: CHANGE_ERRORS,
        example: {},
      },
      async ({ actor, params }) => {
        await endSubscriptionNow(services, actor, params.id);
        return {};
      },
    ),
    backOffice.post(
      '/api/subscriptions/{id}/refunds',
      {
        id: 'refundPayment',
        needsConfirmation: true,
        summary:
          'Request a full or partial refund of a payment from the provider, once per key; it is recorded when the provider confirms it, and owed if staff have to make it there',
        params: byId,
        body: newRefundSchema,
        output: refundSchema,
        errors: [...CHANGE_ERRORS, 'checkout-disabled', 'conflict'],
        example: { state: 'recorded', amountCents: 1999 },
      },
      ({ actor, params, body }) => refundPayment(services, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/subscriptions/{id}/refunds/{refundId}/made',
      {
        id: 'markRefunded',
        needsConfirmation: true,
        summary: 'Record a refund that was made by hand at the provider',
        params: byId.extend({ refundId: z.uuid() }),
        output: done,
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params }) => {
        await markRefunded(services, actor, params);
        return {};
      },
    ),
    backOffice.post(
      '/api/subscriptions/{id}/provider-change',
      {
        id: 'retryProviderChange',
        summary: 'Bring the provider to the state of a subscription now, instead of by the job',
        params: byId,
        output: done,
        errors: CHANGE_ERRORS,
        example: {},
      },
      async ({ actor, params }) => {
        await retryProviderChange(services, actor, params.id);
        return {};
      },
    ),
    backOffice.delete(
      '/api/subscriptions/{id}/refunds/{refundId}',
      {
        id: 'withdrawRefund',
        needsConfirmation: true,
        summary: 'Withdraw a requested refund that the provider has not made',
        params: byId.extend({ refundId: z.uuid() }),
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await withdrawRefund(db, actor, params);
        return {};
      },
    ),
  ]);
}
