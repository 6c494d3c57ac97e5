import { sql, type SQL } from 'drizzle-orm';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { openTaxDetails } from '#src/features/money/payees/server/tax-details.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import { payouts, payoutTransitions } from '#src/features/money/payouts/server/payouts.table.ts';
import { EU_COUNTRIES } from '#src/lib/locale/countries.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { orNull, type RowOf } from '#src/platform/database/statement.ts';
import type { PayeeGroup } from '../payee-reports.schema.ts';

export const paid = sql`paid`;

/** The day on which the bank moved the money, or on which a payout was marked as paid (UTC). */
export const paidOn = sql`coalesce(${payoutTransitions.valueDate},
  (${payouts.paidAt} at time zone 'UTC')::date)`;

/** Payouts that are paid, with the change that made them so. */
export const PAID_PAYOUTS = sql`${payouts} join ${payoutTransitions}
  on ${payoutTransitions.transactionId} = ${payouts.paidTransactionId}
    and ${payoutTransitions.toStatus} = 'paid'`;

const QUARTERS = [1, 2, 3, 4] as const;

const sumOf = (amount: SQL, name: string) =>
  sql.join(
    QUARTERS.map(
      (quarter) =>
        sql`coalesce(sum(${amount}) filter (where extract(quarter from ${paidOn}) = ${sql.raw(String(quarter))}), 0) as ${sql.raw(`${name}${quarter}`)}`,
    ),
    sql`, `,
  );
const last = (value: SQL) =>
  sql`(array_agg(${value} order by ${payouts.periodStart} desc, ${payouts.id}))[1]`;

/**
 * The payees of a year by the day on which each payout was paid, with their confirmed tax details. A
 * payout that was returned or voided is not paid. The value date is never after the mark, so the index
 * of the latter leaves earlier years out.
 */
export function paidPayeesIn(year: number, which: SQL = sql`true`): SQL {
  const [from, to] = [sql.raw(`'${year}-01-01'`), sql.raw(`'${year}-12-31'`)];
  return sql`(
    select ${last(sql`${payouts.id}`)} as id, ${payouts.shareAccountId} as share_account_id,
      ${last(sql`${payouts.influencerId}`)} as influencer_id,
      ${last(sql`${payouts.payeeName}`)} as payee_name,
      ${last(sql`${payouts.payeeEmail}`)} as payee_email,
      count(*) as payouts, sum(${payouts.netPayoutCents}) as paid_cents,
      sum(${payouts.merchantFeeCents} + ${payouts.platformCommissionCents}) as fees_cents,
      ${sumOf(sql`${payouts.netPayoutCents}`, 'paid_q')},
      ${sumOf(sql`${payouts.merchantFeeCents} + ${payouts.platformCommissionCents}`, 'fees_q')},
      ${sumOf(sql`${payouts.totalSubscriptions}`, 'activities_q')}
    from ${PAID_PAYOUTS}
    where ${payouts.status} = 'paid' and ${paidOn} between ${from}::date and ${to}::date
      and coalesce(${payouts.paidAt}, ${payouts.createdAt}) >= ${from}::timestamp at time zone 'UTC'
      and ${which}
    group by ${payouts.shareAccountId}) ${paid}
  left join ${taxDetails} on ${taxDetails.status} = 'confirmed'
    and (${taxDetails.influencerId} = ${paid}.influencer_id
      or ${taxDetails.shareAccountId} = ${paid}.share_account_id)`;
}

const inEurope = sql.raw(EU_COUNTRIES.map((code) => `'${code}'`).join(', '));

/** The same as `groupOf` of the rules. */
export const payeeGroup = sql<PayeeGroup>`case when ${taxDetails.id} is null then 'missing'
  when ${taxDetails.form} = 'w9' then 'us'
  when ${taxDetails.country} in (${inEurope}) then 'eu' else 'elsewhere' end`;

const quarters = (name: string) => {
  const columns = QUARTERS.map((quarter) => sql`${paid}.${sql.raw(`${name}${quarter}`)}::float8`);
  return sql<number[]>`json_build_array(${sql.join(columns, sql`, `)})`;
};

export const PAID_COLUMNS = {
  id: sql<string>`${paid}.id`,
  shareAccountId: sql<number>`${paid}.share_account_id`,
  influencerId: sql<string | null>`${paid}.influencer_id`,
  payeeName: sql<string>`${paid}.payee_name`,
  payeeEmail: sql<string>`${paid}.payee_email`,
  payouts: sql<number>`${paid}.payouts::int`,
  paidCents: sql<number>`${paid}.paid_cents::float8`,
  feesCents: sql<number>`${paid}.fees_cents::float8`,
  /** By quarter of payment. */
  paidByQuarter: quarters('paid_q'),
  feesByQuarter: quarters('fees_q'),
  activitiesByQuarter: quarters('activities_q'),
  detailsId: orNull(taxDetails.id),
  sealed: orNull(taxDetails.sealed),
};

/** The confirmed tax details of a payee; null without any, or if their secret is lost. */
export function openDetails(
  secrets: Secrets,
  { detailsId, sealed }: Pick<RowOf<typeof PAID_COLUMNS>, 'detailsId' | 'sealed'>,
): TaxDetails | null {
  if (detailsId === null || sealed === null) return null;
  try {
    return openTaxDetails(secrets, { id: detailsId, sealed });
  } catch {
    return null;
  }
}
