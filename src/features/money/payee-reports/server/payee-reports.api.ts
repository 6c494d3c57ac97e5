import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  payeeReportPageSchema,
  payeeReportQuerySchema,
  payeeReportSummarySchema,
  reportYearSchema,
} from '../payee-reports.schema.ts';
import { exportDac7 } from './dac7-report.ts';
import { exportPayees } from './export-payees.ts';
import { export1099 } from './form-1099.ts';
import { listReportedPayees, type ReportServices } from './list-payees.ts';
import {
  DAC7_EXAMPLE,
  FORM_1099_EXAMPLE,
  PAYEES_CSV_EXAMPLE,
  PAYEES_EXAMPLE,
  SUMMARY_EXAMPLE,
} from './payee-reports.examples.ts';
import { summarizePayees } from './summarize-payees.ts';

const admin = as('admin');
const byYear = z.object({ year: reportYearSchema });

type Dependencies = ReportServices & {
  db: Db;
  config: Pick<Config, 'secrets' | 'tax' | 'agency'>;
};

/** Reports about payees to tax authorities, by year of payment. */
export function payeeReportsApi(services: Dependencies) {
  return operations([
    admin.get(
      '/api/payee-reports',
      {
        id: 'listReportedPayees',
        summary: 'List the payees of a year (UTC) and whether reports name them',
        query: payeeReportQuerySchema,
        output: payeeReportPageSchema,
        example: PAYEES_EXAMPLE,
      },
      ({ query }) => listReportedPayees(services, query),
    ),
    admin.get(
      '/api/payee-reports/summary',
      {
        id: 'getPayeeReports',
        summary:
          'Get what the reports about the payees of a year would contain, and who is missing',
        query: byYear,
        output: payeeReportSummarySchema,
        example: SUMMARY_EXAMPLE,
      },
      ({ query }) => summarizePayees(services, Number(query.year)),
    ),
    admin.get(
      '/api/payee-reports/payees.csv',
      {
        id: 'exportReportedPayees',
        summary: 'Export all payees of a year as CSV, without their tax numbers',
        query: byYear,
        output: z.string(),
        produces: 'text/csv',
        example: PAYEES_CSV_EXAMPLE,
      },
      async ({ query }) => exportPayees(services, Number(query.year)),
    ),
    admin.get(
      '/api/payee-reports/1099-nec.csv',
      {
        id: 'export1099',
        summary: 'Export the figures of Form 1099-NEC of a year, with the tax numbers of US payees',
        query: byYear,
        output: z.string(),
        produces: 'text/csv',
        example: FORM_1099_EXAMPLE,
      },
      async ({ query }) => export1099(services, Number(query.year)),
    ),
    admin.get(
      '/api/payee-reports/dac7.xml',
      {
        id: 'exportDac7',
        summary: 'Export the report of a year under DAC7 as XML, with the tax numbers of EU payees',
        query: byYear,
        output: z.string(),
        produces: 'application/xml',
        errors: ['not-allowed-in-state'],
        example: DAC7_EXAMPLE,
      },
      ({ query }) => exportDac7(services, Number(query.year), new Date()),
    ),
  ]);
}
