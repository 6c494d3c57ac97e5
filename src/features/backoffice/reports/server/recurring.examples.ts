import type { Cohort, RecurringReport } from '../reports.schema.ts';

const FIGURES: RecurringReport['total'] = {
  openingCents: 5_997,
  newCents: 1_999,
  reactivatedCents: 0,
  expansionCents: 300,
  contractionCents: 0,
  churnedCents: -1_999,
  closingCents: 6_297,
  gained: 1,
  lost: 1,
  churnPercent: 25,
  revenueChurnPercent: 25,
  netCents: 7_996,
  payingFans: 4,
  revenuePerFanCents: 1_999,
};

export const RECURRING_REPORT_EXAMPLE: RecurringReport = {
  isRunning: true,
  total: FIGURES,
  months: [{ start: '2026-11-01', ...FIGURES }],
};

export const COHORT_EXAMPLE: Cohort = { start: '2026-10-01', fans: 20, subscribed: [19, 15] };

export const RECURRING_CSV_EXAMPLE =
  'Month (UTC),MRR at Start,New,MRR at End\r\n2026-11-01,59.97,19.99,62.97\r\n';
export const COHORTS_CSV_EXAMPLE =
  'First Payment (UTC),Fans,End of Month 0,End of Month 1\r\n2026-10-01,20,19,15\r\n';
