import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  complianceReportQuerySchema,
  complianceReportSchema,
  type ComplianceReport,
} from '../compliance-report.schema.ts';
import { complianceCsv, compliancePdf } from './compliance-files.ts';
import { getComplianceReport } from './compliance-report.ts';

const admin = as('admin');

const EXAMPLE: ComplianceReport = {
  month: '2026-10',
  months: ['2026-11', '2026-10'],
  postsPublished: 412,
  postsApproved: 431,
  postsReturned: 17,
  postsRejected: 4,
  postsUnsampled: 0,
  requiresReviews: true,
  sampledPercent: null,
  reviewTimes: { decisions: 452, medianMinutes: 38, p90Minutes: 512, withinAim: 440 },
  reviewAimHours: 24,
  identitiesVerified: 9,
  identitiesRejected: 1,
  verifiedAtEnd: 38,
  consentsRecorded: 24,
  consentsWithdrawn: 1,
  complaints: [
    {
      kind: 'copyright',
      received: 4,
      removed: 3,
      noAction: 1,
      late: 0,
      openAtEnd: 1,
      medianHours: 31.5,
    },
  ],
  appealsReceived: 1,
  appealsDecided: 1,
  decisionsChanged: 0,
  filesBlocked: 6,
  uploadsRefused: 2,
};

type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'agency' | 'reviewAimHours'> };

/** The monthly report for the acquirer. */
export function complianceReportApi(services: Dependencies) {
  const { db, config } = services;
  return operations([
    admin.get(
      '/api/compliance-report',
      {
        id: 'getComplianceReport',
        summary: 'Get the figures of a month (UTC) that an acquirer wants to know',
        query: complianceReportQuerySchema,
        output: complianceReportSchema,
        example: EXAMPLE,
      },
      ({ query }) => getComplianceReport(services, query.month),
    ),
    admin.get(
      '/api/compliance-report.csv',
      {
        id: 'exportComplianceReport',
        summary: 'Export the compliance report of a month as CSV',
        query: complianceReportQuerySchema,
        output: z.string(),
        produces: 'text/csv',
        example:
          'Month,Part,Subject,Figure,Value\r\n2026-10,Posts and their review,,Posts published,412\r\n',
      },
      async ({ query }) => complianceCsv(await getComplianceReport(services, query.month)),
    ),
    admin.get(
      '/api/compliance-report.pdf',
      {
        id: 'getComplianceReportDocument',
        summary: 'Get the compliance report of a month as PDF, with what each figure counts',
        query: complianceReportQuerySchema,
        output: z.string(),
        produces: 'application/pdf',
        example: '%PDF-1.3 …',
      },
      async ({ query }) =>
        compliancePdf(
          await getComplianceReport(services, query.month),
          config.agency,
          await readDatabaseTime(db),
        ),
    ),
  ]);
}
