import type { Stripe } from 'stripe';
import { RECORD_KINDS, type RenewalState } from '../../provider-records.schema.ts';
import type {
  ListedRecords,
  ProviderRecord,
  RecordPage,
  RecordRange,
} from '../provider-records.ts';
import type { VerifiedWebhook } from '../provider-webhooks.ts';
import { idOf, STRIPE_API_VERSION, type CallStripe } from './stripe-client.ts';
import { isInquiry, isSoldHere } from './stripe-events.ts';
import { instant, paymentIdOf, readPeriod } from './stripe-invoices.ts';

const PAGE_SIZE = 100;
const DAY_SECONDS = 24 * 60 * 60;
/** An invoice is paid up to a month after it was made, and a dispute is decided up to half a year later. */
const EARLIER = { invoices: 30 * DAY_SECONDS, disputes: 180 * DAY_SECONDS };
/** Stripe's events are listed for this long. */
const EVENTS_LISTED = 29 * DAY_SECONDS;

type Page<T> = { data: T[]; has_more: boolean };
type Paging = { limit: number; starting_after?: string };
type Created = { created: { gte: number; lte: number } };
type Part = (
  callStripe: CallStripe,
  paging: Paging,
  created: (earlier?: number) => Created,
) => Promise<Page<{ id: string }> & { records: ProviderRecord[] }>;

/** An event as Stripe would have sent it, about an object that it lists. */
function reportOf(
  type: Stripe.Event['type'],
  object: { id: string },
  created: number,
  before?: object,
): VerifiedWebhook {
  const id = `reconciled_${type}_${object.id}`;
  const data = { object, ...(before && { previous_attributes: before }) };
  const event = { id, object: 'event', api_version: STRIPE_API_VERSION, type, created, data };
  return { id, type, content: JSON.stringify(event) };
}

/** Reads a page of a list, and the records of it. */
async function read<T extends { id: string }>(
  page: Promise<Page<T>>,
  recordsOf: (object: T) => (ProviderRecord | null)[],
) {
  const { data, has_more } = await page;
  const records = data.flatMap(recordsOf).filter((record) => record !== null);
  return { data, has_more, records };
}

function readInvoice(invoice: Stripe.Invoice): (ProviderRecord | null)[] {
  const period = readPeriod(invoice)?.period;
  if (!period || invoice.amount_paid === 0) return [];
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  return [
    {
      kind: 'charge',
      reference: paymentIdOf(invoice),
      subscriptionReference: period.providerSubscriptionId,
      paymentReference: null,
      amountCents: invoice.amount_paid,
      currency: invoice.currency,
      state: null,
      occurredAt: instant(paidAt),
      report: reportOf('invoice.paid', invoice, paidAt),
    },
  ];
}

const reversal = { subscriptionReference: null, state: null } as const;

function readRefund(refund: Stripe.Refund): (ProviderRecord | null)[] {
  const paymentReference = idOf(refund.payment_intent);
  if (refund.status !== 'succeeded' || !paymentReference) return [];
  return [
    {
      ...reversal,
      kind: 'refund',
      reference: refund.id,
      paymentReference,
      amountCents: refund.amount,
      currency: refund.currency,
      occurredAt: instant(refund.created),
      report: reportOf('refund.created', refund, refund.created),
    },
  ];
}

function readDispute(dispute: Stripe.Dispute): (ProviderRecord | null)[] {
  const paymentReference = idOf(dispute.payment_intent);
  if (isInquiry(dispute) || !paymentReference) return [];
  const { id: reference, amount: amountCents, currency, created } = dispute;
  const common = { ...reversal, reference, paymentReference, amountCents, currency };
  const occurredAt = instant(created);
  const opened = reportOf(
    'charge.dispute.created',
    { ...dispute, status: 'needs_response' } as Stripe.Dispute,
    created,
  );
  return [
    { ...common, kind: 'dispute', occurredAt, report: opened },
    dispute.status === 'won'
      ? {
          ...common,
          kind: 'dispute_won',
          occurredAt,
          report: reportOf('charge.dispute.closed', dispute, created),
        }
      : null,
  ];
}

const NEVER_PAID = ['incomplete', 'incomplete_expired'];

function readSubscription(subscription: Stripe.Subscription): (ProviderRecord | null)[] {
  const { id, status, cancel_at, cancel_at_period_end, pause_collection, canceled_at } =
    subscription;
  if (!isSoldHere(subscription) || NEVER_PAID.includes(status)) return [];
  const stops = cancel_at !== null || cancel_at_period_end;
  const state: RenewalState = stops ? 'stopping' : pause_collection ? 'paused' : 'renewing';
  const before = { cancel_at: null, cancel_at_period_end: false };
  return [
    {
      ...subscriptionRecord(id, state, subscription.created),
      report: stops
        ? reportOf(
            'customer.subscription.updated',
            subscription,
            canceled_at ?? subscription.created,
            before,
          )
        : null,
    },
  ];
}

function readEnd(event: Stripe.Event): (ProviderRecord | null)[] {
  if (event.type !== 'customer.subscription.deleted') return [];
  const subscription = event.data.object;
  if (!isSoldHere(subscription) || NEVER_PAID.includes(subscription.status)) return [];
  // The event itself, so that the late one has the same id.
  const report = { id: event.id, type: event.type, content: JSON.stringify(event) };
  return [{ ...subscriptionRecord(subscription.id, 'ended', event.created), report }];
}

const subscriptionRecord = (id: string, state: RenewalState, at: number) => ({
  kind: 'subscription' as const,
  reference: id,
  subscriptionReference: id,
  paymentReference: null,
  amountCents: null,
  currency: null,
  state,
  occurredAt: instant(at),
});

const PARTS: readonly Part[] = [
  (callStripe, paging, created) =>
    read(
      callStripe(({ events }) => {
        const { created: range } = created();
        const gte = Math.max(range.gte, range.lte - EVENTS_LISTED);
        const type = 'customer.subscription.deleted';
        return events.list({ ...paging, type, created: { ...range, gte } });
      }),
      readEnd,
    ),
  (callStripe, paging) =>
    read(
      callStripe(({ subscriptions }) => subscriptions.list(paging)),
      readSubscription,
    ),
  (callStripe, paging, created) =>
    read(
      callStripe(({ invoices }) =>
        invoices.list({
          ...paging,
          ...created(EARLIER.invoices),
          status: 'paid',
          expand: ['data.payments'],
        }),
      ),
      readInvoice,
    ),
  (callStripe, paging, created) =>
    read(
      callStripe(({ refunds }) => refunds.list({ ...paging, ...created() })),
      readRefund,
    ),
  (callStripe, paging, created) =>
    read(
      callStripe(({ disputes }) => disputes.list({ ...paging, ...created(EARLIER.disputes) })),
      readDispute,
    ),
];

/**
 * Stripe's own lists, one after the other: ends of subscriptions, subscriptions, paid invoices, refunds
 * and disputes. The cursor is the list and the last object of its page.
 */
export function stripeRecords(callStripe: CallStripe): ListedRecords {
  return {
    kinds: RECORD_KINDS,
    async listRecords({ from, to }: RecordRange, cursor): Promise<RecordPage> {
      const [part, after] =
        cursor === null ? [0, undefined] : (JSON.parse(cursor) as [number, string?]);
      const created = (earlier = 0) => ({
        created: {
          gte: Math.floor(from.getTime() / 1000) - earlier,
          lte: Math.ceil(to.getTime() / 1000),
        },
      });
      const paging = { limit: PAGE_SIZE, ...(after && { starting_after: after }) };
      const { data, has_more, records } = await PARTS[part]!(callStripe, paging, created);
      const last = data.at(-1);
      if (has_more && last) return { records, next: JSON.stringify([part, last.id]) };
      return { records, next: part + 1 < PARTS.length ? JSON.stringify([part + 1]) : null };
    },
  };
}
