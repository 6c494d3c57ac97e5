import type { RecordRange } from './provider-records.ts';

/** What a provider charged the agency, or returned of it. Instants are UTC. */
export type ProviderFee = {
  kind: 'provider_fee' | 'dispute_fee';
  /** The provider's id of the movement of its balance. */
  reference: string;
  /** The payment that it was charged for; null for other services. */
  paymentReference: string | null;
  /** Negative if it was returned. */
  amountCents: number;
  /** ISO 4217 in lower case. */
  currency: string;
  occurredAt: Date;
};

/** A part of the provider's fees, and the cursor of the next one; null after the last. */
type FeePage = { fees: ProviderFee[]; next: string | null };

export type ListedFees = {
  /** Earlier fees were recorded by people. */
  since: Date;
  /** A page of what was charged in the range. @throws DomainError 'provider-unavailable' */
  listFees(range: RecordRange, cursor: string | null): Promise<FeePage>;
};
