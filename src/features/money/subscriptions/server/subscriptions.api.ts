import { z } from 'zod';
import { requireConfirmedEmail } from '#src/features/identity/email-addresses/server/require-confirmed.ts';
import { settleResidence } from '#src/features/money/invoices/server/tax-residence.ts';
import { checkoutSchema, newCheckoutSchema } from '#src/features/money/payments/billing.schema.ts';
import { getOwnCheckout } from '#src/features/money/payments/server/checkouts.ts';
import type { Config } from '#src/platform/config/config.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { ownSubscriptionSchema, type OwnSubscription } from '../subscriptions.schema.ts';
import { resumeOwnSubscription } from './resume-subscription.ts';
import { requireOpenCheckout, startCheckout } from './start-checkout.ts';
import {
  cancelOwnSubscription,
  createOwnSubscriptionsList,
  openPaymentMethod,
  type CancelDependencies,
} from './subscriptions.ts';

const byId = z.object({ id: z.uuid() });

const subscriptionExample: OwnSubscription = {
  id: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
  status: 'active',
  grantsViewing: true,
  priceCents: 2400,
  currentPeriodStart: '2026-11-20T18:30:00.000Z',
  currentPeriodEnd: '2026-12-20T18:30:00.000Z',
  cancelAt: null,
  canResume: false,
  isOffered: true,
  leftUntil: '2026-12-20T18:30:00.000Z',
  pastDueSince: null,
  nextAttemptAt: null,
  authenticationUrl: null,
  endedAt: null,
  endReason: null,
  upcomingPrice: null,
  hasPaymentPage: true,
  createdAt: '2026-11-20T18:30:00.000Z',
  influencer: {
    id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
    fullName: 'Marlowe Vesperine',
    publicUrl: 'marlowe-vesperine',
    contentCategory: 'Cosplay',
    image: '/images/1732100000000-a1b2c3',
  },
};

/** A subscription where creators are hidden: whose it is, and nothing else about them. */
const withNameOnly = (subscription: z.input<typeof ownSubscriptionSchema>) => ({
  ...subscription,
  influencer: {
    ...subscription.influencer,
    publicUrl: null,
    contentCategory: null,
    image: null,
  },
});

type Dependencies = CancelDependencies & {
  log: Log;
  config: Pick<Config, 'publicUrl' | 'requireConfirmedEmail' | 'tax'>;
};

export function subscriptionsApi(services: Dependencies) {
  const { db, payments } = services;
  const listOwnSubscriptions = createOwnSubscriptionsList(db, payments);
  return operations([
    as('subscriber').post(
      '/api/checkouts',
      {
        id: 'startCheckout',
        summary:
          'Start a subscription to an influencer; returns the address of the hosted checkout',
        body: newCheckoutSchema,
        output: z.object({ url: z.string() }),
        errors: [
          'email-unconfirmed',
          'not-found',
          'already-subscribed',
          'purchase-blocked',
          'checkout-disabled',
          'provider-unavailable',
        ],
        example: { url: '/sandbox/checkout/2f1d3c8e-6f57-4b61-9c55-0d9a2b1f7a10' },
      },
      async ({ actor, body }) => {
        requireOpenCheckout(payments);
        await requireConfirmedEmail(services, actor);
        await settleResidence(services, actor, body.country);
        return startCheckout(services, actor, body);
      },
    ),
    as('subscriber').get(
      '/api/checkouts/{id}',
      {
        id: 'getCheckout',
        summary: 'Get the state of your checkout; it is completed once the payment is confirmed',
        params: byId,
        output: checkoutSchema,
        errors: ['not-found'],
        example: { id: '2f1d3c8e-6f57-4b61-9c55-0d9a2b1f7a10', status: 'completed' },
      },
      async ({ actor, params }) => {
        const { id, status } = await getOwnCheckout(db, actor, params.id);
        return { id, status };
      },
    ),
    as('subscriber').get(
      '/api/subscriptions',
      {
        id: 'listOwnSubscriptions',
        whileViewingAsFan: true,
        summary: 'List your subscriptions, newest first',
        output: z.object({ subscriptions: z.array(ownSubscriptionSchema) }),
        example: { subscriptions: [subscriptionExample] },
      },
      async ({ actor, context }) => {
        const subscriptions = await listOwnSubscriptions(actor);
        const isHidden = context.var.creatorsHiddenBy !== undefined;
        return { subscriptions: isHidden ? subscriptions.map(withNameOnly) : subscriptions };
      },
    ),
    as('subscriber').post(
      '/api/subscriptions/{id}/cancel',
      {
        id: 'cancelOwnSubscription',
        summary:
          'Cancel your subscription: it does not renew, and viewing ends with the paid period, or at once if nothing is paid',
        params: byId,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state', 'provider-unavailable'],
        example: {},
      },
      async ({ actor, params }) => {
        await cancelOwnSubscription(services, actor, params.id);
        return {};
      },
    ),
    as('subscriber').post(
      '/api/subscriptions/{id}/resume',
      {
        id: 'resumeOwnSubscription',
        summary: 'Resume your cancelled subscription before it ends: it renews again at its price',
        params: byId,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state', 'not-supported', 'provider-unavailable'],
        example: {},
      },
      async ({ actor, params }) => {
        await resumeOwnSubscription(services, actor, params.id);
        return {};
      },
    ),
    as('subscriber').post(
      '/api/subscriptions/{id}/payment-method',
      {
        id: 'openPaymentMethod',
        summary: "Change the card of your subscription; returns the address of the provider's page",
        params: byId,
        output: z.object({ url: z.string() }),
        errors: ['not-found', 'not-allowed-in-state', 'not-supported', 'provider-unavailable'],
        example: { url: 'https://payments.example/portal/b4f1' },
      },
      ({ actor, params }) => openPaymentMethod(db, actor, payments, params.id),
    ),
  ]);
}
