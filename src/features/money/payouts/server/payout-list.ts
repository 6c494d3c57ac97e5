import { eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import { containsText, literal } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { PayoutDates, PayoutQuery, PayoutSort } from '../payouts.schema.ts';
import { PAYOUT_COLUMNS, PAYOUTS, type PayoutRow } from './payout-columns.ts';
import { payouts } from './payouts.table.ts';

const LISTING = {
  columns: PAYOUT_COLUMNS,
  from: PAYOUTS,
  id: payouts.id,
  sorts: {
    period: { by: payouts.periodStart, type: 'date' },
    name: { by: sql`lower(${payouts.payeeName})`, type: 'text' },
    net: { by: payouts.netPayoutCents, type: 'bigint' },
  },
} satisfies Listing<PayoutSort>;

/** The instants of a date filter; `to` is not included. */
function spanOf(dates: PayoutDates, now: Date): { from: Date; to: Date } {
  if (dates !== 'this-year') return monthBounds(monthBefore(now, dates === 'this-month' ? 0 : 1));
  const year = now.getUTCFullYear();
  return { from: new Date(Date.UTC(year, 0)), to: new Date(Date.UTC(year + 1, 0)) };
}

/** Filters by the date that the list shows: of payment, or of creation while pending. */
function isDated(dates: PayoutDates, now: Date): SQL {
  const { from, to } = spanOf(dates, now);
  const at = sql`coalesce(${payouts.paidAt}, ${payouts.createdAt})`;
  return sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
}

type Filter = Omit<PayoutQuery, 'sort' | 'after' | 'before'>;

const conditionsOf = (actor: Actor, { search, status, influencer, dates }: Filter, now: Date) => [
  inScope(actor, payouts.influencerId),
  containsText(search, payouts.payeeName, payouts.payeeEmail),
  status && eq(payouts.status, literal(status)),
  influencer ? eq(payouts.influencerId, influencer) : undefined,
  dates && isDated(dates, now),
];

/** A page of the filtered payouts. */
export function listPayouts(
  pool: Pool,
  actor: Actor,
  query: PayoutQuery,
  now: Date,
): Promise<ListPage<PayoutRow>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query, now) });
}

// A number: CSV escapes a text that begins with a minus.
const dollars = (cents: number): string | number =>
  cents < 0 ? cents / 100 : (cents / 100).toFixed(2);

/** All filtered or selected payouts, with the columns of the specification. */
export function exportPayouts(pool: Pool, actor: Actor, query: Exported<PayoutQuery>, now: Date) {
  return csvFile<PayoutRow>(
    'payouts.csv',
    {
      Influencer: ({ payeeName }) => payeeName,
      Email: ({ payeeEmail }) => payeeEmail,
      'Period Start': ({ periodStart }) => periodStart,
      'Period End': ({ periodEnd }) => periodEnd,
      'Total Subscriptions': ({ totalSubscriptions }) => totalSubscriptions,
      'Gross Revenue': ({ grossRevenueCents }) => dollars(grossRevenueCents),
      'Platform Commission': ({ platformCommissionCents }) => dollars(platformCommissionCents),
      'Net Payout': ({ netPayoutCents }) => dollars(netPayoutCents),
      Status: ({ status }) => status,
      'Paid At': ({ paidAt }) => paidAt,
      Notes: ({ notes }) => notes,
    },
    listAll(pool, LISTING, { ...query, where: conditionsOf(actor, query, now) }),
  );
}
