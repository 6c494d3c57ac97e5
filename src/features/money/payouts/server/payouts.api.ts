import type { Pool } from 'pg';
import { z } from 'zod';
import { selectedRowsSchema } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  influencerPreviewQuerySchema,
  influencerPreviewsSchema,
  payoutPreviewsSchema,
  payoutRunResultSchema,
  payoutRunSchema,
} from '../payout-run.schema.ts';
import { payoutPageSchema, payoutQuerySchema, payoutTotalsSchema } from '../payouts.schema.ts';
import { statementSchema } from '../statement.schema.ts';
import { getPayoutDocument } from './documents/payout-document-pdf.ts';
import { exportPayouts, listPayouts } from './payout-list.ts';
import { runPayouts } from './payout-run.ts';
import { getPayoutTotals } from './payout-totals.ts';
import {
  CSV_EXAMPLE,
  INFLUENCER_PREVIEWS_EXAMPLE,
  PAGE_EXAMPLE,
  PREVIEWS_EXAMPLE,
  RUN_EXAMPLE,
  STATEMENT_CSV_EXAMPLE,
  STATEMENT_EXAMPLE,
  TOTALS_EXAMPLE,
} from './payouts.examples.ts';
import { previewInfluencers } from './preview/preview-influencers.ts';
import { previewPayoutRuns } from './preview/preview-payout-runs.ts';
import { statementPdf } from './statement-pdf.ts';
import { exportPayoutStatement, getPayoutStatement } from './statement.ts';

const admin = as('admin');
const backOffice = as('admin', 'staff');
const backOfficeAndPayee = as('admin', 'staff', 'influencer');
const byId = z.object({ id: z.uuid() });

type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'agency' | 'tax'> };

export function payoutsApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/payouts',
      {
        id: 'listPayouts',
        summary: 'List the payouts of all influencers',
        query: payoutQuerySchema,
        output: payoutPageSchema,
        example: PAGE_EXAMPLE,
      },
      ({ actor, query }) => listPayouts(pool, actor, query, new Date()),
    ),
    backOffice.get(
      '/api/payouts.csv',
      {
        id: 'exportPayouts',
        summary: 'Export the filtered payouts as CSV',
        query: payoutQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      async ({ actor, query }) => exportPayouts(pool, actor, query, new Date()),
    ),
    backOffice.post(
      '/api/payouts.csv',
      {
        id: 'exportSelectedPayouts',
        summary: 'Export selected payouts as CSV',
        body: selectedRowsSchema(payoutQuerySchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      async ({ actor, body }) => exportPayouts(pool, actor, body, new Date()),
    ),
    backOffice.get(
      '/api/payouts/totals',
      {
        id: 'payoutTotals',
        summary:
          'Get the amounts paid out this month, this year and in total, and the pending amount',
        output: payoutTotalsSchema,
        example: TOTALS_EXAMPLE,
      },
      ({ actor }) => getPayoutTotals(pool, actor, new Date()),
    ),
    admin.get(
      '/api/payouts/preview',
      {
        id: 'previewPayoutRun',
        summary: 'Preview payout runs: what each possible month would pay out and carry over',
        output: payoutPreviewsSchema,
        example: PREVIEWS_EXAMPLE,
      },
      () => previewPayoutRuns(db, new Date()),
    ),
    admin.get(
      '/api/payouts/preview/influencers',
      {
        id: 'previewInfluencers',
        summary:
          'Preview a payout run by influencer, with the present balance, reserve and open disputes',
        query: influencerPreviewQuerySchema,
        output: influencerPreviewsSchema,
        errors: ['not-allowed-in-state'],
        example: INFLUENCER_PREVIEWS_EXAMPLE,
      },
      ({ query }) => previewInfluencers(pool, query, new Date()),
    ),
    admin.post(
      '/api/payouts/run',
      {
        id: 'runPayouts',
        needsConfirmation: true,
        summary: 'Create the payouts of a past month (UTC); repeating it creates only missing ones',
        body: payoutRunSchema,
        output: payoutRunResultSchema,
        errors: ['not-allowed-in-state'],
        example: RUN_EXAMPLE,
      },
      async ({ actor, body }) =>
        runPayouts(services, { ...body, by: actor.userId }, await readDatabaseTime(db)),
    ),
    backOfficeAndPayee.get(
      '/api/payouts/{id}/statement',
      {
        id: 'getPayoutStatement',
        views: { entity: 'payouts', label: ({ payout }) => payout.payeeName },
        summary: 'Get a payout with the transactions it settles; influencers get their own only',
        params: byId,
        query: z.object({ after: z.string().max(200).optional() }),
        output: statementSchema,
        errors: ['not-found'],
        example: STATEMENT_EXAMPLE,
      },
      ({ actor, params, query }) => getPayoutStatement(pool, actor, { ...params, ...query }),
    ),
    backOfficeAndPayee.get(
      '/api/payouts/{id}/statement.csv',
      {
        id: 'exportPayoutStatement',
        // The same as the page shows.
        needsConfirmation: false,
        summary: 'Export the transactions that a payout settles as CSV',
        params: byId,
        output: z.string(),
        produces: 'text/csv',
        errors: ['not-found'],
        example: STATEMENT_CSV_EXAMPLE,
      },
      ({ actor, params }) => exportPayoutStatement(pool, actor, params.id),
    ),
    backOfficeAndPayee.get(
      '/api/payouts/{id}/statement.pdf',
      {
        id: 'getPayoutStatementDocument',
        // The same as the page shows.
        needsConfirmation: false,
        summary:
          'Get the statement of a payout as PDF, self-billed once it was sent; influencers get their own only',
        params: byId,
        output: z.string(),
        produces: 'application/pdf',
        errors: ['not-found'],
        example: '%PDF-1.3 …',
      },
      ({ actor, params }) => statementPdf(services, actor, params.id),
    ),
    backOfficeAndPayee.get(
      '/api/payout-documents/{id}/document.pdf',
      {
        id: 'getPayoutDocument',
        // The same as the page shows.
        needsConfirmation: false,
        summary:
          'Get a self-billed statement or its credit note as PDF; influencers get their own only',
        params: byId,
        output: z.string(),
        produces: 'application/pdf',
        errors: ['not-found'],
        example: '%PDF-1.3 …',
      },
      ({ actor, params }) => getPayoutDocument(pool, actor, params.id),
    ),
  ]);
}
