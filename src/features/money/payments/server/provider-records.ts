import type { RecordKind, RenewalState } from '../provider-records.schema.ts';
import type { VerifiedWebhook } from './provider-webhooks.ts';

/** A payment, refund, dispute or subscription as the provider knows it. Instants are UTC. */
export type ProviderRecord = {
  kind: RecordKind;
  /** The provider's id of it; a won dispute has the id of the dispute. */
  reference: string;
  subscriptionReference: string | null;
  /** The payment of a refund or dispute. */
  paymentReference: string | null;
  /** Null for subscriptions, as the currency. */
  amountCents: number | null;
  /** ISO 4217 in lower case. */
  currency: string | null;
  /** Null for everything but subscriptions. */
  state: RenewalState | null;
  occurredAt: Date;
  /** The webhook that reports it, made from this record; null if the record is not enough. */
  report: VerifiedWebhook | null;
};

/** A part of the provider's records, and the cursor of the next one; null after the last. */
export type RecordPage = { records: ProviderRecord[]; next: string | null };

/** The time of which records are listed. */
export type RecordRange = { from: Date; to: Date };

/**
 * A page of our subscriptions that have not ended, and of those that ended in the range, by their
 * reference at the provider.
 */
export type ListOurs = (
  after: string | null,
  limit: number,
) => Promise<{ reference: string; createdAt: Date }[]>;

export type ListedRecords = {
  /** What the provider lists; the others cannot be compared. */
  kinds: readonly RecordKind[];
  /**
   * A page of what occurred in the range, of all subscriptions that have not ended, and of those that
   * ended in the range. @throws DomainError 'provider-unavailable', also for an incomplete answer
   * @param listOurs for a provider that answers only about one subscription at a time
   */
  listRecords(range: RecordRange, cursor: string | null, listOurs: ListOurs): Promise<RecordPage>;
};
