/**
 * What a payment provider knows and we can compare: payments, what was returned of them, and the
 * subscriptions. A won dispute has the id of the dispute.
 */
export const RECORD_KINDS = ['charge', 'refund', 'dispute', 'dispute_won', 'subscription'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Whether a subscription is charged again. A `stopping` one ends with the paid period. */
export const RENEWAL_STATES = ['renewing', 'paused', 'stopping', 'ended'] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];
