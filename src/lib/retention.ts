/**
 * How long records are retained, in months, after they have served their purpose. The policy shows these
 * periods, and a daily job enforces them (docs/privacy.md).
 */
export const RETENTION_MONTHS = {
  rejectedApplications: 12,
  answeredMessages: 24,
  decidedComplaints: 36,
  /** Decisions about posts, once the post is deleted. */
  postReviews: 36,
  handledPaymentEvents: 24,
  unfinishedCheckouts: 12,
  /** The comparisons with the payment providers; the differences that they found remain. */
  reconciliationRuns: 24,
  /** The transactions that payment providers export; longer than any comparison looks back. */
  providerExports: 24,
  /** What companies that check identities reported; the checks remain. */
  verificationReports: 3,
  /** Attempts to verify an age; of whom is deleted at once. */
  ageChecks: 2,
  /** Verifications of an age, after they expired. */
  ageVerifications: 2,
  /** Digests of presented attestations; these are valid for at most three months. */
  usedAttestations: 4,
  /** What the sandboxes believe; longer than any comparison looks back. */
  sandboxRecords: 24,
  seenPosts: 12,
  notifications: 12,
  /** A trigger of the database contains the same number, and refuses to delete younger entries. */
  auditEntries: 36,
  mailFiles: 3,
  /** That the mail server accepted a mail; disputes come up to 18 months after a payment. */
  sentMails: 24,
  /** Which payments had the same card; of a disputed payment as long as the dispute. */
  paymentCards: 24,
  /** Identity records of performers, after they were archived (28 CFR 75.4). */
  performers: 84,
  /** Published posts and who was in them, after their deletion (28 CFR 75.4). */
  removedWorks: 84,
  /** Tax details of payees, after their account was deleted: the most that DAC7 allows (annex V of directive 2011/16/EU). */
  taxDetails: 120,
} as const;

export type RetentionPeriod = keyof typeof RETENTION_MONTHS;
