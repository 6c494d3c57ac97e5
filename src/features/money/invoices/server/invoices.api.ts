import type { Pool } from 'pg';
import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  invoicePageSchema,
  invoiceQuerySchema,
  ownResidenceSchema,
  taxReportQuerySchema,
  taxReportSchema,
} from '../invoices.schema.ts';
import { invoicePdf } from './invoice-pdf.ts';
import {
  INVOICE_PAGE_EXAMPLE,
  INVOICES_CSV_EXAMPLE,
  TAX_REPORT_CSV_EXAMPLE,
  TAX_REPORT_EXAMPLE,
} from './invoices.examples.ts';
import { exportInvoices, getInvoice, listInvoices } from './list-invoices.ts';
import { exportTaxReport, getTaxReport } from './tax-report.ts';
import { getOwnResidence, type ResidenceDependencies } from './tax-residence.ts';

const admin = as('admin');
const backOffice = as('admin', 'staff');

/** Invoices, credit notes and the tax report. */
export function invoicesApi(services: ResidenceDependencies & { pool: Pool }) {
  const { pool } = services;
  return operations([
    backOffice.get(
      '/api/invoices',
      {
        id: 'listInvoices',
        summary: 'List invoices and credit notes by number, fan, influencer, country and day',
        query: invoiceQuerySchema,
        output: invoicePageSchema,
        example: INVOICE_PAGE_EXAMPLE,
      },
      ({ actor, query }) => listInvoices(pool, actor, query),
    ),
    backOffice.get(
      '/api/invoices.csv',
      {
        id: 'exportInvoices',
        summary: 'Export the filtered invoices and credit notes as CSV',
        query: invoiceQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: INVOICES_CSV_EXAMPLE,
      },
      async ({ actor, query }) => exportInvoices(pool, actor, query),
    ),
    as('admin', 'staff', 'subscriber').get(
      '/api/invoices/{id}/document.pdf',
      {
        id: 'getInvoiceDocument',
        // The same as the list and the receipt show.
        needsConfirmation: false,
        summary: 'Get an invoice or a credit note as PDF; fans get their own only',
        params: z.object({ id: z.uuid() }),
        output: z.string(),
        produces: 'application/pdf',
        errors: ['not-found'],
        example: '%PDF-1.3 …',
      },
      async ({ actor, params }) => invoicePdf(await getInvoice(pool, actor, params.id)),
    ),
    admin.get(
      '/api/tax-report',
      {
        id: 'getTaxReport',
        summary: 'Get the tax of a quarter (UTC) by country and rate, as for the One Stop Shop',
        query: taxReportQuerySchema,
        output: taxReportSchema,
        example: TAX_REPORT_EXAMPLE,
      },
      ({ query }) => getTaxReport(pool, query.quarter),
    ),
    admin.get(
      '/api/tax-report.csv',
      {
        id: 'exportTaxReport',
        summary: 'Export the tax of a quarter as CSV',
        query: taxReportQuerySchema,
        output: z.string(),
        produces: 'text/csv',
        example: TAX_REPORT_CSV_EXAMPLE,
      },
      async ({ query }) => exportTaxReport(pool, query.quarter),
    ),
    as('subscriber').get(
      '/api/tax-residence',
      {
        id: 'getOwnTaxResidence',
        whileViewingAsFan: true,
        summary: 'Get the country where you live as you stated it, and whether a checkout needs it',
        output: ownResidenceSchema,
        example: { isRequired: true, country: 'NL' },
      },
      ({ actor }) => getOwnResidence(services, actor),
    ),
  ]);
}
