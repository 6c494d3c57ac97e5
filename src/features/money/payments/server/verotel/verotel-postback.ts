import { z } from 'zod';
import { addMonths } from '#src/lib/dates.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { DomainError } from '#src/lib/problem.ts';
import { paymentEventSchema, type PaymentEvent } from '../payment-provider.ts';
import type { VerifiedWebhook } from '../provider-webhooks.ts';
import { isSignedByVerotel, type VerotelParams } from './verotel-signature.ts';

const date = z.iso.date();
const amount = z.string().regex(/^-?\d{1,7}(?:\.\d{1,2})?$/);
const currency = z.literal(CURRENCY);

/** The parameters in use. An initial sale has a price, a rebill an amount. */
const postbackSchema = z.object({
  event: z.string().regex(/^[a-z]{1,30}$/),
  saleID: z.string().regex(/^\d{1,20}$/),
  signature: z.string(),
  /** The checkout, passed through the order page. */
  // The shop may sell other products as well.
  custom1: z.uuid().optional().catch(undefined),
  transactionID: z.string().max(40).optional(),
  /** The transaction that is reversed. */
  parentID: z.string().max(40).optional(),
  priceAmount: amount.optional(),
  priceCurrency: currency.optional(),
  amount: amount.optional(),
  currency: currency.optional(),
  nextChargeOn: date.optional(),
  expiresOn: date.optional(),
  subscriptionPhase: z.string().optional(),
  /** The card's number with all but the last four digits hidden. */
  truncatedPAN: z.string().optional(),
});
type Postback = z.output<typeof postbackSchema>;
type Shop = { shopId: string; signatureKey: string };

const refuse = (): never => {
  throw new DomainError('invalid-input', 'The signature is not valid');
};

function readQuery(query: string): VerotelParams {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    // Duplicates are ambiguous: the signature may cover one and the code read the other.
    if (!/^\w+$/.test(name) || params.has(name)) refuse();
    params.set(name, value);
  }
  return Object.fromEntries(params);
}

// Postbacks with the same transaction, or the same parameters, are the same event.
const idOf = ({ event, saleID, transactionID, signature }: Postback): string =>
  `${event}:${saleID}:${transactionID ?? signature.toLowerCase()}`;

/** Postbacks without a time or a transaction; each is undone by the other. */
const OPPOSITES: Record<string, string> = { cancel: 'uncancel', uncancel: 'cancel' };

/**
 * Verifies a postback of this shop. The content is the time of arrival, which postbacks lack,
 * followed by a line with the unchanged query.
 * @throws DomainError 'invalid-input'
 */
export function verifyVerotelPostback(query: string, shop: Shop, now: Date): VerifiedWebhook {
  const params = readQuery(query);
  if (!isSignedByVerotel(params, shop.signatureKey)) refuse();
  // Links to the order page are signed with the same key, but are not events.
  const known = postbackSchema.pick({ event: true, saleID: true, signature: true });
  const postback = known.safeParse(params).data ?? refuse();
  if (params.shopID !== shop.shopId) refuse();
  const id = idOf({ ...postback, transactionID: params.transactionID });
  const { event: type, saleID } = postback;
  const opposite = OPPOSITES[type];
  return {
    id,
    type,
    content: `${now.toISOString()}\n${query}`,
    ...(opposite && { undoneBy: `${opposite}:${saleID}:` }),
  };
}

/**
 * A late repetition of a postback looks like a new one: what the sale says decides. While Verotel does
 * not answer, the order of arrival decides.
 * @param isStopped whether a sale is charged no more
 */
export async function completeVerotelPostback(
  webhook: VerifiedWebhook,
  isStopped: (saleId: string) => Promise<boolean>,
): Promise<VerifiedWebhook> {
  const { undoneBy, ...repetition } = webhook;
  if (!undoneBy) return webhook;
  const { saleID } = readQuery(webhook.content.split('\n', 2)[1]!);
  try {
    return (await isStopped(saleID!)) === (webhook.type === 'cancel') ? webhook : repetition;
  } catch {
    return webhook;
  }
}

/** The postback of a sale that is charged no more, as Verotel would have sent it that day. */
export function makeVerotelPostback(
  saleID: string,
  event: 'cancel' | 'expiry',
  now: Date,
): VerifiedWebhook {
  const at = now.toISOString();
  const signature = `reconciled-${at.slice(0, 10)}`;
  const query = new URLSearchParams({ event, saleID, signature });
  return { id: `${event}:${saleID}:${signature}`, type: event, content: `${at}\n${query}` };
}

/**
 * The events of a verified postback.
 * @throws Error if a required parameter is missing or invalid
 */
export function readVerotelPostback(content: string): PaymentEvent[] {
  const [receivedAt, query] = content.split('\n', 2);
  // An empty parameter is signed like all others, but has no value.
  const filled = Object.entries(readQuery(query!)).filter(([, value]) => value !== '');
  const postback = postbackSchema.parse(Object.fromEntries(filled));
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
      return reversalEvents(postback, common);
    // extend, downgrade, upgrade: made by hand at Verotel; the next rebill reports the result.
    default:
      return [];
  }
}

/** Noon of a day without a time, so that it is the same day in nearly every time zone. */
export function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function paid(postback: Postback, startedAt?: Date) {
  const { saleID, transactionID, nextChargeOn, truncatedPAN } = postback;
  if (!nextChargeOn) throw new Error('The postback does not say when the next charge is');
  const periodEnd = noon(nextChargeOn);
  return {
    paymentId: transactionID ?? `${saleID}:${nextChargeOn}`,
    amountCents: centsOf(postback),
    periodStart: startedAt && startedAt < periodEnd ? startedAt : addMonths(periodEnd, -1),
    periodEnd,
    cardLastFour: truncatedPAN?.slice(-4),
  };
}

function reversalEvents(
  postback: Postback,
  common: { id: string; providerSubscriptionId: string },
) {
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
    // A refund may or may not end the subscription.
    ...(subscriptionPhase === 'terminated' ? [ended] : []),
  ];
}

function centsOf(postback: Postback): number {
  const text = postback.amount ?? postback.priceAmount;
  if (text === undefined) throw new Error('The postback names no amount');
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
