/** The evidence about a dispute, in the texts that providers forward to the bank. */
export type EvidenceTexts = {
  customerName: string | null;
  customerEmail: string | null;
  productDescription: string;
  serviceDate: string;
  activityLog: string;
  cancellationPolicy: string;
  summary: string;
};

/** The calls that answer a dispute. Each can be repeated. */
export type DisputeEvidencePort = {
  /** Whether the bank still takes evidence, and whether it has got some. */
  read(providerDisputeId: string): Promise<{ isOpen: boolean; isSubmitted: boolean }>;
  /** Stores the evidence at the provider, in place of what is there. @throws DomainError 'not-allowed-in-state' */
  attach(providerDisputeId: string, evidence: EvidenceTexts): Promise<void>;
  /** Sends what is attached to the bank, once for each key. @throws DomainError 'not-allowed-in-state' */
  submit(providerDisputeId: string, key: string): Promise<void>;
};
