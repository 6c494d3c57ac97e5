import type { BulkResult } from '#src/lib/listing.ts';
import type { PayoutReview, PayoutTransition } from '../payout-changes.schema.ts';
import type { InfluencerPreview, PayoutPreview } from '../payout-run.schema.ts';
import type { PayoutRow, PayoutTotals } from '../payouts.schema.ts';
import type { Statement } from '../statement.schema.ts';

const PAYOUT: PayoutRow = {
  id: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
  influencerId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  payeeName: 'Nova Sterling',
  payeeEmail: 'nova@example.com',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  totalSubscriptions: 2,
  grossRevenueCents: 1_999,
  merchantFeeCents: 99,
  platformCommissionCents: 380,
  adjustmentCents: 0,
  reserveHeldCents: 0,
  reserveReleasedCents: 0,
  reserveReleaseAt: null,
  netPayoutCents: 1_520,
  status: 'paid',
  needsApproval: false,
  makerId: '5f0c2c6e-9d3b-4d0a-8d53-2f6f0a3f6a01',
  approverId: null,
  needsTaxDetails: false,
  createdAt: '2026-11-01T03:00:00.000Z',
  paidAt: '2026-11-03T09:15:00.000Z',
  paidBy: 'Odile Marchetti',
  notes: null,
  statementNumber: 'SB-17-2026-000010',
};

export const PAGE_EXAMPLE = { rows: [PAYOUT], total: 1, previous: null, next: null };

export const CSV_EXAMPLE = `Influencer,Email,Period Start,Period End,Total Subscriptions,Gross Revenue,Platform Commission,Net Payout,Status,Paid At,Notes\r
Nova Sterling,nova@example.com,2026-10-01,2026-10-31,2,19.99,3.80,15.20,paid,2026-11-03T09:15:00.000Z,\r
`;

export const TOTALS_EXAMPLE: PayoutTotals = {
  thisMonth: { count: 1, cents: 1_520 },
  thisYear: { count: 9, cents: 14_310 },
  allTime: { count: 9, cents: 14_310 },
  pending: { count: 2, cents: 3_040 },
};

const MADE = { payouts: 2, grossRevenueCents: 5_997, netPayoutCents: 4_560 };
export const RUN_EXAMPLE = MADE;
export const PREVIEWS_EXAMPLE: { months: PayoutPreview[] } = {
  months: [{ month: '2026-10', ...MADE, carriedOver: { influencers: 1, cents: -1_520 } }],
};
export const INFLUENCER_PREVIEWS_EXAMPLE: { influencers: InfluencerPreview[]; next: null } = {
  influencers: [
    {
      id: '9d4e1f2a-3b5c-4d6e-8f70-1a2b3c4d5e6f',
      payeeName: 'Nova Sterling',
      isDue: true,
      netPayoutCents: 1_368,
      reserveCents: 152,
      reservedCents: 304,
      balanceCents: 3_040,
      heldCents: 1_520,
      openDisputes: 1,
      disputedCents: 1_999,
    },
  ],
  next: null,
};

const period = { periodStart: '2026-10-04T19:30:00.000Z', periodEnd: '2026-11-04T19:30:00.000Z' };
export const STATEMENT_EXAMPLE: Statement = {
  payout: PAYOUT,
  documents: [
    {
      id: 'e2a4c6d8-1b3f-4a5c-8d7e-9f0a1b2c3d4e',
      kind: 'statement',
      number: 'SB-17-2026-000010',
      issuedAt: '2026-11-03T09:16:00.000Z',
    },
  ],
  lineCount: 1,
  lines: [
    {
      id: '0c8f2b1e-9a7d-4f63-8c25-d1e4b7a96f30',
      occurredAt: '2026-10-04T19:30:00.000Z',
      kind: 'charge',
      correction: null,
      subscription: '8D2E41F7',
      receipt: '0C8F-2B1E-9A7D',
      ...period,
      grossCents: 1_999,
      merchantFeeCents: 99,
      commissionPercent: 20,
      commissionCents: 380,
      shareCents: 1_520,
      isCarriedOver: false,
    },
  ],
  next: null,
};

export const STATEMENT_CSV_EXAMPLE = `Date,Kind,Text,Receipt,Subscription,Period Start,Period End,Gross Revenue,Merchant Fee,Commission Percent,Platform Commission,Share,Carried Over\r
2026-10-04T19:30:00.000Z,charge,,0C8F-2B1E-9A7D,8D2E41F7,2026-10-04T19:30:00.000Z,2026-11-04T19:30:00.000Z,19.99,0.99,20,3.8,15.2,no\r
`;

export const CHANGED_EXAMPLE: BulkResult = {
  changed: ['7d0f6a3c-21b8-4e95-a6d4-9c3e5f7b1a20'],
  refused: [
    {
      id: 'b3e8c1d5-6f42-4a07-9e1b-2d8f5c7a3e64',
      reason: 'It was marked as paid by Odile Marchetti on November 3, 2026 at 09:15 UTC',
    },
  ],
};

export const REVIEWS_EXAMPLE: { payouts: PayoutReview[] } = {
  payouts: [
    {
      id: '7d0f6a3c-21b8-4e95-a6d4-9c3e5f7b1a20',
      balanceCents: 12_160,
      openDisputes: 1,
      disputedCents: 1_999,
      reversedSinceCents: -1_520,
      needsTaxDetails: false,
    },
  ],
};

export const TRANSITIONS_EXAMPLE: { transitions: PayoutTransition[] } = {
  transitions: [
    {
      id: '3f0f6a3c-21b8-4e95-a6d4-9c3e5f7b1a21',
      fromStatus: 'pending',
      toStatus: 'paid',
      at: '2026-11-03T09:15:00.000Z',
      by: 'Odile Marchetti',
      reason: 'November run',
      reference: 'BATCH-2026-11',
      valueDate: '2026-11-03',
      feeCents: 0,
    },
  ],
};
