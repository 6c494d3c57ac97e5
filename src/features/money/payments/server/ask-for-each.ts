import type { RenewalState } from '../provider-records.schema.ts';
import type { ListedRecords, ProviderRecord } from './provider-records.ts';
import type { VerifiedWebhook } from './provider-webhooks.ts';

/** What a provider knows of a subscription, and the webhook that reports that it is charged no more. */
export type FoundSubscription = { state: RenewalState; report: VerifiedWebhook | null };

const PAGE_SIZE = 100;
/** Calls at a time. */
const AT_ONCE = 4;

/**
 * The records of a provider that lists nothing, but answers about one subscription at a time: those
 * that we know and that have not ended here. Subscriptions that only the provider knows are not found.
 * @param find null if the provider does not know it
 */
export function askForEach(
  find: (providerSubscriptionId: string) => Promise<FoundSubscription | null>,
): ListedRecords {
  return {
    kinds: ['subscription'],
    async listRecords(_range, cursor, listOurs) {
      const ours = await listOurs(cursor, PAGE_SIZE);
      const records: ProviderRecord[] = [];
      for (let start = 0; start < ours.length; start += AT_ONCE) {
        const answers = ours.slice(start, start + AT_ONCE).map(async ({ reference, createdAt }) => {
          // One answer of thousands may be lost.
          const found = await find(reference).catch(() => find(reference));
          return found && { ...recordOf(reference, createdAt), ...found };
        });
        records.push(...(await Promise.all(answers)).filter((record) => record !== null));
      }
      return { records, next: ours.length < PAGE_SIZE ? null : ours.at(-1)!.reference };
    },
  };
}

const recordOf = (reference: string, occurredAt: Date) => ({
  kind: 'subscription' as const,
  reference,
  subscriptionReference: reference,
  paymentReference: null,
  amountCents: null,
  currency: null,
  occurredAt,
});
