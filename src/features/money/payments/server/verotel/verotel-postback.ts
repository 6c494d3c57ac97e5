import { z } from 'zod';
import { addMonths } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
  type VerifiedWebhook,
} from '../payment-provider.ts';
import { isSignedByVerotel, type VerotelParams } from './verotel-signature.ts';

/** What the product sells in. */
export const VEROTEL_CURRENCY = 'USD';

const date = z.iso.date();
const amount = z.string().regex(/^-?\d{1,7}(?:\.\d{1,2})?$/);
const currency = z.literal(VEROTEL_CURRENCY);

/** The parameters that are read. An initial sale has a price, a rebill an amount. */
const postbackSchema = z.object({
  event: z.string().regex(/^[a-z]{1,30}$/),
  saleID: z.string().regex(/^\d{1,20}$/),
  signature: z.string(),
  /** The checkout, as it was sent along with the order. */
  // The shop may sell other things as well.
  custom1: z.uuid().optional().catch(undefined),
  transactionID: z.string().max(40).optional(),
  /** The transaction that is taken back. */
  parentID: z.string().max(40).optional(),
  priceAmount: amount.optional(),
  priceCurrency: currency.optional(),
  amount: amount.optional(),
  currency: currency.optional(),
  nextChargeOn: date.optional(),
  expiresOn: date.optional(),
  subscriptionPhase: z.string().optional(),
});
type Postback = z.output<typeof postbackSchema>;
type Shop = { shopId: string; signatureKey: string };

const refuse = (): never => {
  throw new DomainError('invalid-input', 'The signature is not valid');
};

function readQuery(query: string): VerotelParams {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    // Which one of two would be signed, and which one read?
    if (!/^\w+$/.test(name) || params.has(name)) refuse();
    params.set(name, value);
  }
  return Object.fromEntries(params);
}

// Two postbacks about one transaction, or with the same parameters, tell of the same thing.
const idOf = ({ event, saleID, transactionID, signature }: Postback): string =>
  `${event}:${saleID}:${transactionID ?? signature.toLowerCase()}`;

/**
 * Checks a postback of this shop. Its content is the time of its arrival, for postbacks carry none,
 * and in the next line the query as it came.
 * @throws DomainError 'invalid-input'
 */
export function verifyVerotelPostback(query: string, shop: Shop, now: Date): VerifiedWebhook {
  const params = readQuery(query);
  if (!isSignedByVerotel(params, shop.signatureKey)) refuse();
  // Links to the order page are signed with the same key, but tell of no event.
  const known = postbackSchema.pick({ event: true, saleID: true, signature: true });
  const postback = known.safeParse(params).data ?? refuse();
  if (params.shopID !== shop.shopId) refuse();
  const id = idOf({ ...postback, transactionID: params.transactionID });
  return { id, type: postback.event, content: `${now.toISOString()}\n${query}` };
}

/** What a verified postback tells. @throws Error when what it must have is missing or odd */
export function readVerotelPostback(content: string): PaymentEvent[] {
  const [receivedAt, query] = content.split('\n', 2);
  // An empty parameter is signed as all are, but says nothing.
  const given = Object.entries(readQuery(query!)).filter(([, value]) => value !== '');
  const postback = postbackSchema.parse(Object.fromEntries(given));
  const events = eventsOf(postback, new Date(receivedAt!));
  return z.array(paymentEventSchema).parse(events);
}

function eventsOf(postback: Postback, occurredAt: Date): unknown[] {
  const { event, saleID, custom1, expiresOn, nextChargeOn } = postback;
  const common = { id: idOf(postback), occurredAt, providerSubscriptionId: saleID };
  switch (event) {
    case 'initial':
      if (!custom1) return [];
      return [
        {
          type: 'checkout.completed',
          checkoutId: custom1,
          ...common,
          ...paid(postback, occurredAt),
        },
      ];
    case 'rebill':
      return [{ type: 'renewal.paid', ...common, ...paid(postback) }];
    case 'cancel': {
      const endsOn = expiresOn ?? nextChargeOn;
      return [{ type: 'renewals.stopped', ...common, endsAt: endsOn ? noon(endsOn) : null }];
    }
    case 'uncancel':
      return [{ type: 'renewals.resumed', ...common }];
    case 'expiry':
      return [{ type: 'subscription.ended', reason: 'provider', ...common }];
    case 'credit':
    case 'chargeback':
      return takenBack(postback, common);
    // extend, downgrade, upgrade: made by hand at Verotel; the next rebill tells the rest.
    default:
      return [];
  }
}

/** A day without a time is kept as its noon: so it is the same day nearly everywhere. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

function paid(postback: Postback, startedAt?: Date) {
  const { saleID, transactionID, nextChargeOn } = postback;
  if (!nextChargeOn) throw new Error('The postback does not say when the next charge is');
  const periodEnd = noon(nextChargeOn);
  return {
    paymentId: transactionID ?? `${saleID}:${nextChargeOn}`,
    amountCents: centsOf(postback),
    periodStart: startedAt && startedAt < periodEnd ? startedAt : addMonths(periodEnd, -1),
    periodEnd,
  };
}

function takenBack(postback: Postback, common: { id: string; providerSubscriptionId: string }) {
  const { event, parentID: paymentId, transactionID, subscriptionPhase } = postback;
  const reference = transactionID ?? common.id;
  const taken = { ...common, paymentId, amountCents: centsOf(postback) };
  const ended = {
    type: 'subscription.ended',
    reason: 'provider',
    ...common,
    id: `${common.id}:end`,
  };
  return [
    event === 'credit'
      ? {
          type: 'payment.refunded',
          refundId: reference,
          ...(subscriptionPhase === 'terminated' && { endsSubscription: true }),
          ...taken,
        }
      : { type: 'dispute.opened', disputeId: reference, ...taken },
    // Money may be given back with or without an end.
    ...(subscriptionPhase === 'terminated' ? [ended] : []),
  ];
}

function centsOf(postback: Postback): number {
  const text = postback.amount ?? postback.priceAmount;
  if (text === undefined) throw new Error('The postback names no amount');
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
