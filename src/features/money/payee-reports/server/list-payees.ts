import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { lastFourOf, legalNameOf } from '#src/features/money/payees/tax-details.rules.ts';
import type { ListPage } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import { containsText, literal } from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import { groupOf, reportStateOf } from '../payee-reports.rules.ts';
import type { PayeeReportQuery, PayeeReportRow, PayeeReportSort } from '../payee-reports.schema.ts';
import { openDetails, paid, PAID_COLUMNS, paidPayeesIn, payeeGroup } from './paid-payees.ts';
import type { Payee } from './read-payees.ts';

export type ReportServices = { pool: Pool; config: Pick<Config, 'secrets' | 'tax'> };

const listingOf = (year: number) =>
  ({
    columns: {
      ...PAID_COLUMNS,
      isProposed: sql<boolean>`exists (select from ${taxDetails} proposed
        where proposed.influencer_id = ${paid}.influencer_id and proposed.status = 'proposed')`,
    },
    from: paidPayeesIn(year),
    id: sql`${paid}.id`,
    sorts: {
      name: { by: sql`lower(${paid}.payee_name)`, type: 'text' },
      paid: { by: sql`${paid}.paid_cents::bigint`, type: 'bigint' },
    },
  }) satisfies Listing<PayeeReportSort>;

/** A page of the payees of a year, by the amount or by name. */
export async function listReportedPayees(
  { pool, config }: ReportServices,
  { group, ...query }: PayeeReportQuery,
): Promise<ListPage<PayeeReportRow>> {
  const year = Number(query.year);
  const where = [
    containsText(query.search, sql`${paid}.payee_name`, sql`${paid}.payee_email`),
    group && sql`${payeeGroup} = ${literal(group)}`,
  ];
  const page = await listPage(pool, listingOf(year), { ...query, where });
  return {
    ...page,
    rows: page.rows.map(({ isProposed, ...row }) => {
      const payee = { ...row, details: openDetails(config.secrets, row) };
      return { ...toReportRow(payee, { year, config }), isProposed };
    }),
  };
}

/** What the back office sees of a payee, without what identifies them. */
export function toReportRow(
  { details, ...payee }: Payee,
  { year, config }: { year: number; config: Pick<Config, 'tax'> },
): Omit<PayeeReportRow, 'isProposed'> {
  const { id, influencerId, payeeName, payeeEmail, payouts, paidCents, feesCents } = payee;
  return {
    id,
    influencerId,
    payeeName,
    payeeEmail,
    payouts,
    paidCents,
    feesCents,
    group: groupOf(details),
    state: reportStateOf({ details, paidCents }, { year, dac7Country: dac7CountryOf(config) }),
    form: details && details.form,
    legalName: details && legalNameOf(details),
    country: details && details.country,
    lastFour: details && lastFourOf(details),
  };
}

/** The member state where the platform reports under DAC7. */
export function dac7CountryOf({ tax }: Pick<Config, 'tax'>): string | null {
  return tax.dac7?.country ?? null;
}
