import type { Pool } from 'pg';
import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  cohortsQuerySchema,
  cohortsSchema,
  INFLUENCER_REPORT_LIMIT,
  influencerReportsSchema,
  profitReportSchema,
  recurringReportSchema,
  reportQuerySchema,
  reportSchema,
} from '../reports.schema.ts';
import { listCohorts } from './cohorts.ts';
import { listInfluencerReports } from './influencer-reports.ts';
import { getProfitAndLoss } from './profit-and-loss.ts';
import { getRecurringReport } from './recurring-revenue.ts';
import {
  COHORT_EXAMPLE,
  COHORTS_CSV_EXAMPLE,
  RECURRING_CSV_EXAMPLE,
  RECURRING_REPORT_EXAMPLE,
} from './recurring.examples.ts';
import { cohortsCsv, influencersCsv, periodsCsv, profitCsv, recurringCsv } from './report-csv.ts';
import { getReport } from './report.ts';
import {
  INFLUENCER_PROFIT_EXAMPLE,
  INFLUENCER_REPORT_EXAMPLE,
  INFLUENCERS_CSV_EXAMPLE,
  PERIODS_CSV_EXAMPLE,
  PROFIT_CSV_EXAMPLE,
  PROFIT_EXAMPLE,
  REPORT_EXAMPLE,
} from './reports.examples.ts';

const backOffice = as('admin', 'staff');
const csv = { query: reportQuerySchema, output: z.string(), produces: 'text/csv' } as const;

/** The figures of the agency by month and by influencer. */
export function reportsApi({ pool }: { pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/reports',
      {
        id: 'getReport',
        mayLag: true,
        summary: 'Get the agency’s figures in a range of months (UTC), of all or some influencers',
        query: reportQuerySchema,
        output: reportSchema,
        example: REPORT_EXAMPLE,
      },
      ({ actor, query }) => getReport(pool, actor, query, new Date()),
    ),
    backOffice.get(
      '/api/reports/influencers',
      {
        id: 'listInfluencerReports',
        mayLag: true,
        summary: 'Compare the influencers in a range of months (UTC), by the agency’s commission',
        query: reportQuerySchema,
        output: influencerReportsSchema,
        example: { rows: [INFLUENCER_REPORT_EXAMPLE], total: 1 },
      },
      async ({ actor, query }) => {
        const rows = await listInfluencerReports(pool, actor, query, new Date());
        return { rows: rows.slice(0, INFLUENCER_REPORT_LIMIT), total: rows.length };
      },
    ),
    backOffice.get(
      '/api/reports/influencers.csv',
      {
        ...csv,
        id: 'exportInfluencerReports',
        summary: 'Export the comparison of the influencers as CSV',
        example: INFLUENCERS_CSV_EXAMPLE,
      },
      async ({ actor, query }) =>
        influencersCsv(await listInfluencerReports(pool, actor, query, new Date())),
    ),
    backOffice.get(
      '/api/reports/profit',
      {
        id: 'getProfitReport',
        mayLag: true,
        summary: 'Get the agency’s profit and loss in a range of months (UTC), by influencer',
        query: reportQuerySchema,
        output: profitReportSchema,
        example: { total: PROFIT_EXAMPLE, rows: [INFLUENCER_PROFIT_EXAMPLE], rowCount: 1 },
      },
      async ({ actor, query }) => {
        const { total, rows } = await getProfitAndLoss(pool, actor, query, new Date());
        return { total, rows: rows.slice(0, INFLUENCER_REPORT_LIMIT), rowCount: rows.length };
      },
    ),
    backOffice.get(
      '/api/reports/profit.csv',
      {
        ...csv,
        id: 'exportProfitReport',
        summary: 'Export the agency’s profit and loss by influencer as CSV',
        example: PROFIT_CSV_EXAMPLE,
      },
      async ({ actor, query }) => profitCsv(await getProfitAndLoss(pool, actor, query, new Date())),
    ),
    backOffice.get(
      '/api/reports/periods.csv',
      {
        ...csv,
        id: 'exportReportPeriods',
        summary: 'Export the days or months of the agency’s figures as CSV',
        example: PERIODS_CSV_EXAMPLE,
      },
      async ({ actor, query }) => periodsCsv(await getReport(pool, actor, query, new Date())),
    ),
    backOffice.get(
      '/api/reports/recurring',
      {
        id: 'getRecurringReport',
        mayLag: true,
        summary: 'Get the monthly recurring revenue with its movements, churn and revenue per fan',
        query: reportQuerySchema,
        output: recurringReportSchema,
        example: RECURRING_REPORT_EXAMPLE,
      },
      ({ actor, query }) => getRecurringReport(pool, actor, query, new Date()),
    ),
    backOffice.get(
      '/api/reports/recurring.csv',
      {
        ...csv,
        id: 'exportRecurringReport',
        summary: 'Export the months of the recurring revenue as CSV',
        example: RECURRING_CSV_EXAMPLE,
      },
      async ({ actor, query }) =>
        recurringCsv(await getRecurringReport(pool, actor, query, new Date())),
    ),
    backOffice.get(
      '/api/reports/cohorts',
      {
        id: 'listCohorts',
        mayLag: true,
        summary: 'List fans by the month of their first payment, with how many stayed subscribed',
        query: cohortsQuerySchema,
        output: cohortsSchema,
        example: { cohorts: [COHORT_EXAMPLE] },
      },
      async ({ actor, query }) => ({ cohorts: await listCohorts(pool, actor, query, new Date()) }),
    ),
    backOffice.get(
      '/api/reports/cohorts.csv',
      {
        ...csv,
        query: cohortsQuerySchema,
        id: 'exportCohorts',
        summary: 'Export the cohorts as CSV',
        example: COHORTS_CSV_EXAMPLE,
      },
      async ({ actor, query }) => cohortsCsv(await listCohorts(pool, actor, query, new Date())),
    ),
  ]);
}
