import { DAY_MS } from '#src/lib/dates.ts';
import type { RenewalState } from '../provider-records.schema.ts';
import type { ListedRecords, OurSubscription, ProviderRecord } from './provider-records.ts';
import type { VerifiedWebhook } from './provider-webhooks.ts';

/** What a provider knows of a subscription. */
type FoundSubscription = {
  state: RenewalState;
  /** The webhook that reports that it is charged no more. */
  report: VerifiedWebhook | null;
  /** Until when it is paid, and at which price; null if the provider does not say so. */
  paid: { until: Date; cents: number | null } | null;
};

const PAGE_SIZE = 100;
/** Calls at a time. */
const AT_ONCE = 4;
/** A charge may be some days late; a period is ten times as long. */
const TOLERANCE_MS = 3 * DAY_MS;

/**
 * The records of a provider that lists nothing, but answers about one subscription at a time: those
 * that we know and that have not ended here. Subscriptions that only the provider knows are not found,
 * and payments only by being paid for longer than we know.
 * @param find null if the provider does not know it
 */
export function askForEach(
  find: (providerSubscriptionId: string) => Promise<FoundSubscription | null>,
): ListedRecords {
  return {
    kinds: ['subscription'],
    async listRecords(_range, cursor, { listSubscriptions }) {
      const ours = await listSubscriptions(cursor, PAGE_SIZE);
      const records: ProviderRecord[] = [];
      for (let start = 0; start < ours.length; start += AT_ONCE) {
        const answers = ours.slice(start, start + AT_ONCE).map(async (own) => {
          // One answer of thousands may be lost.
          const found = await find(own.reference).catch(() => find(own.reference));
          return found ? recordsOf(own, found) : [];
        });
        records.push(...(await Promise.all(answers)).flat());
      }
      return { records, next: ours.length < PAGE_SIZE ? null : ours.at(-1)!.reference };
    },
  };
}

function recordsOf(
  { reference, createdAt: occurredAt, paidUntil }: OurSubscription,
  { state, report, paid }: FoundSubscription,
): ProviderRecord[] {
  const common = { subscriptionReference: reference, paymentReference: null };
  const nothing = { amountCents: null, currency: null };
  const record = { ...common, ...nothing, kind: 'subscription', reference, occurredAt } as const;
  const records: ProviderRecord[] = [{ ...record, state, report }];
  if (paid && paidUntil && +paid.until - +paidUntil > TOLERANCE_MS) {
    records.push({
      ...common,
      kind: 'charge',
      reference: `${reference}:${paid.until.toISOString().slice(0, 10)}`,
      amountCents: paid.cents,
      currency: paid.cents === null ? null : 'usd',
      state: null,
      occurredAt: paidUntil,
      // Without the payment's number, a webhook that arrives later would be a second payment.
      report: null,
    });
  }
  return records;
}
