import { z } from 'zod';
import { requireConfirmedEmail } from '#src/features/identity/email-addresses/server/require-confirmed.ts';
import { settleResidence } from '#src/features/money/invoices/server/tax-residence.ts';
import type { Config } from '#src/platform/config/config.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  paymentOptionsSchema,
  savedCardPurchaseSchema,
  savedCardResultSchema,
} from '../../saved-card.schema.ts';
import { requireOpenCheckout, withinTime, type CheckoutDependencies } from '../start-checkout.ts';
import { payWithSavedCard } from './pay-with-saved-card.ts';
import { findSavedCard, removeSavedCard } from './saved-card.ts';

type Dependencies = CheckoutDependencies & {
  config: Pick<Config, 'agency' | 'requireConfirmedEmail' | 'tax'>;
};

/** How long the subscribe page waits for the provider before it offers the hosted checkout alone. */
const LONGEST_WAIT_MS = 4_000;

export function savedCardApi(services: Dependencies) {
  return operations([
    as('subscriber').get(
      '/api/payment-options',
      {
        id: 'getPaymentOptions',
        summary: 'Get your saved card, and how charges appear on your statement',
        output: paymentOptionsSchema,
        errors: ['provider-unavailable'],
        example: {
          savedCard: { id: 'pm_1PgZq2', brand: 'visa', last4: '4242', canPay: true },
          statementDescriptor: 'VR MEMBERS',
        },
      },
      async ({ actor }) => {
        const found = await withinTime(findSavedCard(services, actor), LONGEST_WAIT_MS);
        const canPay = found !== null && services.payments.sales.includes(found.provider);
        return {
          savedCard: found && { ...found.card, canPay },
          statementDescriptor: services.config.agency.paymentDescriptor ?? null,
        };
      },
    ),
    as('subscriber').post(
      '/api/checkouts/saved-card',
      {
        id: 'payWithSavedCard',
        summary:
          'Subscribe with your saved card; the subscription is active once the provider confirms the payment',
        body: savedCardPurchaseSchema,
        output: savedCardResultSchema,
        errors: [
          'email-unconfirmed',
          'not-found',
          'already-subscribed',
          'purchase-blocked',
          'checkout-disabled',
          'conflict',
          'provider-unavailable',
        ],
        example: {
          outcome: 'paid',
          url: '/subscriptions/0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11?checkout=success&checkoutId=2f1d3c8e-6f57-4b61-9c55-0d9a2b1f7a10',
        },
      },
      async ({ actor, body }) => {
        requireOpenCheckout(services.payments);
        await requireConfirmedEmail(services, actor);
        await settleResidence(services, actor, body.country);
        return payWithSavedCard(services, actor, body);
      },
    ),
    as('subscriber').delete(
      '/api/saved-card',
      {
        id: 'removeSavedCard',
        summary:
          'Remove your saved card: no purchase can use it; subscriptions that renew with it go on',
        output: z.object({}),
        errors: ['provider-unavailable'],
        example: {},
      },
      async ({ actor }) => {
        await removeSavedCard(services, actor);
        return {};
      },
    ),
  ]);
}
