import type { Pool } from 'pg';
import { z } from 'zod';
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
  getSubscriptionFigures,
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
import { listSubscriptionPayments } from './subscription-payments.ts';

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
export const backOfficeSubscriptionsApi = (services: BackOfficeDependencies & { pool: Pool }) => {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/subscribers',
      {
        id: 'listSubscriptions',
        summary: 'Who has subscribed to whom, by words, state and influencer, page by page',
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
        summary: 'The subscriptions that the filter lets through, as a CSV file',
        query: backOfficeSubscriptionQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      ({ actor, query }) => exportSubscriptions(pool, actor, query),
    ),
    backOffice.get(
      '/api/subscribers/figures',
      {
        id: 'getSubscriptionFigures',
        summary: 'How many subscriptions are in which state, and what they bring in a month',
        query: backOfficeSubscriptionQuerySchema.pick({ influencer: true }),
        output: subscriptionFiguresSchema,
        example: FIGURES_EXAMPLE,
      },
      ({ actor, query }) => getSubscriptionFigures(pool, actor, query),
    ),
    backOffice.get(
      '/api/subscribers/{id}',
      {
        id: 'getSubscription',
        summary: 'One subscription, by its id: who, to whom, at which price, and how it stands',
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
        summary: 'What was paid for a subscription, given back and disputed, newest first',
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
        summary: 'Suspend an active subscription: viewing ends at once, nothing is charged',
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
        summary: 'Reactivate a suspended subscription; when its paid time is over, it is charged',
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
        summary: 'End a subscription at once, also a suspended or unpaid one. Nothing is refunded',
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
        summary:
          'Ask the provider to give back a payment, or a part of it, once for each key; it is booked when the provider tells that the money went',
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
    backOffice.delete(
      '/api/subscriptions/{id}/refunds/{refundId}',
      {
        id: 'withdrawRefund',
        summary: 'Forget a refund that was asked for and that the provider has not made',
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
};
