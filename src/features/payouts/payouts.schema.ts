export const PAYOUT_STATUSES = ['pending', 'paid'] as const;
