import type { Stripe } from 'stripe';
import { DomainError } from '#src/lib/problem.ts';
import type { IncomingWebhook, VerifiedWebhook } from '../provider-webhooks.ts';
import { idOf, STRIPE_API_VERSION, type CallStripe } from './stripe-client.ts';
import { isOfPeriod, type PaidCard } from './stripe-invoices.ts';

const TOLERANCE_SECONDS = 5 * 60;
/** In older versions, invoices name their subscription and payment in other fields. */
const OLDEST_API_VERSION = '2025-03-31.basil';

/**
 * Verifies the signature of a call by Stripe.
 * @throws DomainError 'invalid-input'
 */
export function verifyStripeWebhook(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  secret: string,
  { body, headers }: IncomingWebhook,
): VerifiedWebhook {
  const event = constructEvent();
  if (!event.api_version || event.api_version < OLDEST_API_VERSION) {
    throw new DomainError(
      'invalid-input',
      `The webhook endpoint sends events of API version ${event.api_version}. Create one for ${STRIPE_API_VERSION}.`,
    );
  }
  return { id: event.id, type: event.type, content: body };

  function constructEvent(): Stripe.Event {
    try {
      const signature = headers.get('stripe-signature') ?? '';
      return webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    } catch {
      // Without the cause, which contains the whole body: anyone can send one.
      throw new DomainError('invalid-input', 'The signature is not valid');
    }
  }
}

/**
 * Adds the payment to an invoice, in the field where Stripe puts it if expanded: refunds and
 * disputes refer to it, and invoices in webhooks omit it. Of the card, only what `hashCard` makes of its
 * fingerprint and the last digits are added, because the event is stored.
 */
export async function completeStripeEvent(
  { callStripe, hashCard }: { callStripe: CallStripe; hashCard: (fingerprint: string) => string[] },
  webhook: VerifiedWebhook,
): Promise<VerifiedWebhook> {
  const event = JSON.parse(webhook.content) as Stripe.Event;
  if (event.type !== 'invoice.paid' || !isOfPeriod(event.data.object)) return webhook;
  const invoice = event.data.object;
  const payments = await callStripe(({ invoicePayments }) =>
    invoicePayments.list({
      invoice: invoice.id,
      status: 'paid',
      limit: 100,
      expand: ['data.payment.payment_intent.latest_charge'],
    }),
  );
  const cards = payments.data.map(({ payment }) => findCard(payment.payment_intent));
  const [card] = cards.filter((found) => found !== null);
  const paidCard: PaidCard | undefined = card && {
    hashes: card.fingerprint ? hashCard(card.fingerprint) : [],
    lastFour: card.last4,
  };
  const withoutDetails = payments.data.map(({ payment, ...rest }) => ({
    ...rest,
    payment: { ...payment, payment_intent: idOf(payment.payment_intent) },
  }));
  const object = { ...invoice, payments: { ...payments, data: withoutDetails }, paidCard };
  const data = { ...event.data, object };
  return { ...webhook, content: JSON.stringify({ ...event, data }) };
}

/** The card of a payment whose latest charge is expanded. */
function findCard(intent: string | Stripe.PaymentIntent | undefined) {
  const charge = typeof intent === 'object' ? intent.latest_charge : null;
  return (typeof charge === 'object' && charge?.payment_method_details?.card) || null;
}
