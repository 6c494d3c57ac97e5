import { csvFile } from '#src/platform/http/csv.ts';
import {
  COHORT_MONTHS,
  UNASSIGNED_LABELS,
  type Cohort,
  type ProfitAndLoss,
  type RecurringReport,
  type Report,
} from '../reports.schema.ts';
import type { listInfluencerReports } from './influencer-reports.ts';
import type { getProfitAndLoss } from './profit-and-loss.ts';

const dollars = (cents: number): number => cents / 100;

async function* onePage<Row>(rows: Row[]) {
  yield rows;
}

type InfluencerRow = Awaited<ReturnType<typeof listInfluencerReports>>[number];

/** All influencers of a report. */
export function influencersCsv(rows: InfluencerRow[]) {
  return csvFile<InfluencerRow>(
    'report-influencers.csv',
    {
      Influencer: (row) => row.fullName,
      'Agency’s Commission': (row) => dollars(row.platformCommissionCents),
      'Agency’s Profit': (row) => dollars(row.profitCents),
      'Paid by Fans': (row) => dollars(row.grossCents),
      'Refunds and Disputes': (row) => dollars(row.reversedCents),
      'Influencer’s Share': (row) => dollars(row.shareCents),
      'Growth in Percent': (row) => row.growthPercent,
      Gained: (row) => row.gained,
      Lost: (row) => row.lost,
      Subscribers: (row) => row.subscribers,
      'Churn in Percent': (row) => row.churnPercent,
      'Lifetime Value': (row) =>
        row.lifetimeValueCents === null ? null : dollars(row.lifetimeValueCents),
      Posts: (row) => row.posts,
      'Last Post': (row) => row.lastPostAt,
    },
    onePage(rows),
  );
}

type ProfitRow = ProfitAndLoss & { label: string };

/** The profit and loss of each influencer, and last the sum of all. */
export function profitCsv({ total, rows }: Awaited<ReturnType<typeof getProfitAndLoss>>) {
  return csvFile<ProfitRow>(
    'report-profit.csv',
    {
      Influencer: (row) => row.label,
      'Paid by Fans': (row) => dollars(row.grossCents),
      Refunds: (row) => dollars(row.refundedCents),
      Chargebacks: (row) => dollars(row.chargedBackCents),
      'Net Revenue': (row) => dollars(row.netRevenueCents),
      'Influencer’s Share': (row) => dollars(row.shareCents),
      'Provider Fees': (row) => dollars(row.providerFeeCents),
      'Dispute Fees': (row) => dollars(row.disputeFeeCents),
      Adjustments: (row) => dollars(row.adjustmentCents),
      'Write-Offs': (row) => dollars(row.writeOffCents),
      'Agency’s Profit': (row) => dollars(row.profitCents),
      'Margin in Percent': (row) => row.marginPercent,
    },
    onePage([
      ...rows.map((row) => ({
        ...row,
        label: row.unassigned ? UNASSIGNED_LABELS[row.unassigned] : row.fullName!,
      })),
      { ...total, label: 'All' },
    ]),
  );
}

/** The days or months of a report. */
export function periodsCsv({ series }: Pick<Report, 'series'>) {
  return csvFile<Report['series']['points'][number]>(
    'report-periods.csv',
    {
      'Start (UTC)': (point) => point.start,
      'Agency’s Commission': (point) => dollars(point.platformCommissionCents),
      'Paid by Fans': (point) => dollars(point.grossCents),
      'Influencers’ Share': (point) => dollars(point.shareCents),
      Gained: (point) => point.gained,
      Lost: (point) => point.lost,
    },
    onePage(series.points),
  );
}

/** The months of the recurring revenue. */
export function recurringCsv({ months }: Pick<RecurringReport, 'months'>) {
  return csvFile<RecurringReport['months'][number]>(
    'report-recurring-revenue.csv',
    {
      'Month (UTC)': (month) => month.start,
      'MRR at Start': (month) => dollars(month.openingCents),
      New: (month) => dollars(month.newCents),
      Reactivated: (month) => dollars(month.reactivatedCents),
      Expansion: (month) => dollars(month.expansionCents),
      Contraction: (month) => dollars(month.contractionCents),
      Churned: (month) => dollars(month.churnedCents),
      'MRR at End': (month) => dollars(month.closingCents),
      'Revenue Churn in Percent': (month) => month.revenueChurnPercent,
      Gained: (month) => month.gained,
      Lost: (month) => month.lost,
      'Churn in Percent': (month) => month.churnPercent,
      'Paid less Returned': (month) => dollars(month.netCents),
      'Paying Fans': (month) => month.payingFans,
      'Revenue per Fan': (month) =>
        month.revenuePerFanCents === null ? null : dollars(month.revenuePerFanCents),
    },
    onePage(months),
  );
}

/** The cohorts: how many fans were subscribed at the end of each month. */
export function cohortsCsv(cohorts: Cohort[]) {
  const months = Array.from({ length: COHORT_MONTHS }, (_, since) => since);
  return csvFile<Cohort>(
    'report-cohorts.csv',
    {
      'First Payment (UTC)': (cohort) => cohort.start,
      Fans: (cohort) => cohort.fans,
      ...Object.fromEntries(
        months.map((since) => [
          `End of Month ${since}`,
          ({ subscribed }: Cohort) => subscribed[since] ?? null,
        ]),
      ),
    },
    onePage(cohorts),
  );
}
