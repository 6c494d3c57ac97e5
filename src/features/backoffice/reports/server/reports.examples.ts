import { EARNINGS_EXAMPLE } from '#src/features/money/earnings/server/earnings.examples.ts';
import type {
  InfluencerProfit,
  InfluencerReport,
  ProfitAndLoss,
  Report,
} from '../reports.schema.ts';

const { range, days, isRunning, subscribers, activeSubscribers, series } = EARNINGS_EXAMPLE;
const money = { ...EARNINGS_EXAMPLE.money, providerFeeCents: 180, disputeFeeCents: 0 };
const { paying: _, ...changes } = subscribers;

export const REPORT_EXAMPLE: Report = {
  range,
  days,
  isRunning,
  money,
  subscribers: changes,
  activeSubscribers,
  lifetimeValueCents: 5_997,
  before: { from: '2026-10-01', until: '2026-10-02', money, gained: 2, lost: 0 },
  series,
};

const ID = '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11';

export const INFLUENCER_REPORT_EXAMPLE: InfluencerReport = {
  id: ID,
  influencerId: ID,
  fullName: 'Marlowe Vesperine',
  platformCommissionCents: money.platformCommissionCents,
  grossCents: money.grossCents,
  shareCents: money.shareCents,
  profitCents: 778,
  reversedCents: money.refundedCents,
  growthPercent: 12,
  gained: 1,
  lost: 1,
  subscribers: 2,
  churnPercent: 50,
  lifetimeValueCents: 5_997,
  posts: 4,
  lastPostAt: '2026-11-01T19:00:00.000Z',
};

export const PROFIT_EXAMPLE: ProfitAndLoss = {
  grossCents: 5_997,
  refundedCents: 1_999,
  chargedBackCents: 0,
  netRevenueCents: 3_998,
  shareCents: 3_040,
  providerFeeCents: 180,
  disputeFeeCents: 0,
  adjustmentCents: 0,
  writeOffCents: 0,
  profitCents: 778,
  marginPercent: 19.5,
};

export const INFLUENCER_PROFIT_EXAMPLE: InfluencerProfit = {
  id: 'account-12',
  influencerId: ID,
  fullName: 'Marlowe Vesperine',
  unassigned: null,
  ...PROFIT_EXAMPLE,
};

export const PROFIT_CSV_EXAMPLE =
  'Influencer,Paid by Fans,Refunds,Chargebacks,Net Revenue\r\nMarlowe Vesperine,59.97,19.99,0,39.98\r\n';
export const INFLUENCERS_CSV_EXAMPLE =
  'Influencer,Agency’s Commission,Paid by Fans\r\nMarlowe Vesperine,7.60,59.97\r\n';
export const PERIODS_CSV_EXAMPLE =
  'Start (UTC),Agency’s Commission,Paid by Fans\r\n2026-11-01,11.40,59.97\r\n';
