import { sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { countryName } from '#src/lib/locale/countries.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { SCHEME_LABELS, type TaxReport, type TaxReportRow } from '../invoices.schema.ts';
import { quarterBounds } from '../tax.rules.ts';
import { invoices } from './invoices.table.ts';

const document = alias(invoices, 'document');
const invoice = alias(invoices, 'invoice');

const quarterName = (at: SQLWrapper) => sql<string>`to_char(${at} at time zone 'UTC', 'YYYY"-Q"Q')`;

/**
 * The sums of a quarter by scheme, country and rate. What changed an invoice of an earlier quarter is
 * a correction of that quarter, which a return of the One Stop Shop names separately.
 */
function sumQuarter(pool: Pool, quarter: string): Promise<TaxReportRow[]> {
  const { from, to } = quarterBounds(quarter);
  return selectRows(
    pool,
    {
      scheme: document.scheme,
      country: document.country,
      rateBasisPoints: document.rateBasisPoints,
      corrects: sql<string | null>`corrected.quarter`,
      documents: sql<number>`count(*)::int`,
      netCents: sql<number>`sum(${document.grossCents} - ${document.taxCents})::float8`,
      taxCents: sql<number>`sum(${document.taxCents})::float8`,
      grossCents: sql<number>`sum(${document.grossCents})::float8`,
    },
    (columns) => sql`
      select ${columns} from ${invoices} ${document}
      join ${invoices} ${invoice} on ${invoice.transactionId} = ${document.chargeId}
      cross join lateral (select case when ${invoice.occurredAt} < ${from}::timestamptz
        then ${quarterName(invoice.occurredAt)} end as quarter) corrected
      where ${document.occurredAt} >= ${from}::timestamptz and ${document.occurredAt} < ${to}::timestamptz
      group by 1, 2, 3, 4
      order by array_position(array['oss', 'domestic', 'provider', 'outside', 'none'], ${document.scheme}),
        4 nulls first, 2 nulls last, 3`,
  );
}

/** The tax report of a quarter, with the quarters to choose from. */
export async function getTaxReport(pool: Pool, quarter: string): Promise<TaxReport> {
  const [rows, quarters] = await Promise.all([
    sumQuarter(pool, quarter),
    selectRows(
      pool,
      { quarter: sql<string>`quarter` },
      (columns) => sql`
        select ${columns} from (
          select to_char(start, 'YYYY"-Q"Q') as quarter, start from (
            select min(${invoices.occurredAt}) at time zone 'UTC' as first,
              max(${invoices.occurredAt}) at time zone 'UTC' as last from ${invoices}) range
          cross join lateral generate_series(date_trunc('quarter', first), last, interval '3 months') start
        ) quarters order by start desc`,
    ),
  ]);
  return { quarter, rows, quarters: quarters.map((row) => row.quarter) };
}

const dollars = (cents: number): number => cents / 100;

/** The tax report of a quarter, as a file. */
export function exportTaxReport(pool: Pool, quarter: string) {
  return csvFile<TaxReportRow>(
    `tax-report-${quarter}.csv`,
    {
      Quarter: () => quarter,
      Tax: ({ scheme }) => SCHEME_LABELS[scheme],
      Corrects: ({ corrects }) => corrects,
      Country: ({ country }) => country,
      'Country Name': ({ country }) => country && countryName(country),
      'Rate Percent': ({ rateBasisPoints }) => rateBasisPoints && rateBasisPoints / 100,
      Documents: ({ documents }) => documents,
      'Net (USD)': ({ netCents }) => dollars(netCents),
      'Tax (USD)': ({ taxCents }) => dollars(taxCents),
      'Gross (USD)': ({ grossCents }) => dollars(grossCents),
    },
    readOnce(pool, quarter),
  );
}

async function* readOnce(pool: Pool, quarter: string) {
  yield await sumQuarter(pool, quarter);
}
