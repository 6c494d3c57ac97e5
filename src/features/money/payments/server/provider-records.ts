import type { Db } from '#src/platform/database/db.ts';
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

/** One of our payments or reversals, for a provider whose records have no number of their own. */
export type OurTransaction = {
  kind: RecordKind;
  reference: string;
  subscriptionReference: string;
  amountCents: number;
  occurredAt: Date;
};

/** One of our subscriptions, by its reference at the provider. */
export type OurSubscription = { reference: string; createdAt: Date; paidUntil: Date | null };

/** What we have, for a provider that cannot list by itself. */
export type OurRecords = {
  db: Db;
  /**
   * A page of our subscriptions that have not ended, and of those that ended in the range, by their
   * reference at the provider.
   */
  listSubscriptions(after: string | null, limit: number): Promise<OurSubscription[]>;
  /** Our payments and reversals of some subscriptions, oldest first. */
  listTransactions(subscriptionReferences: readonly string[]): Promise<OurTransaction[]>;
};

export type ListedRecords = {
  /** What the provider lists; the others cannot be compared. */
  kinds: readonly RecordKind[];
  /**
   * Collects the next part of what the provider exports only part by part; does nothing while it
   * would refuse that. Absent if the provider lists everything. @throws DomainError 'provider-unavailable'
   */
  collect?(db: Db, now: Date): Promise<void>;
  /** The time of which payments and reversals were collected; null for none. */
  findCollected?(db: Db): Promise<RecordRange | null>;
  /**
   * A page of what occurred in the range, of all subscriptions that have not ended, and of those that
   * ended in the range. @throws DomainError 'provider-unavailable', also for an incomplete answer
   */
  listRecords(range: RecordRange, cursor: string | null, ours: OurRecords): Promise<RecordPage>;
};
