import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { receiptNumber } from '#src/lib/receipt-number.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { payoutNumber, shortReference } from '../payouts.rules.ts';
import {
  STATEMENT_PAGE_SIZE,
  type statementLineSchema,
  type statementSchema,
} from '../statement.schema.ts';
import { PAYOUT_COLUMNS, PAYOUTS, type PayoutRow } from './payout-columns.ts';

type StatementLine = z.input<typeof statementLineSchema>;
type StoredLine = Omit<StatementLine, 'subscription' | 'receipt'> & {
  subscriptionId: string;
  chargeId: string;
};

const isOffice = ({ role }: Actor): boolean => role === 'admin' || role === 'staff';

/** The office's influencers, or one's own. */
const mayBeSeenBy = (actor: Actor): SQL =>
  isOffice(actor)
    ? (inScope(actor, sql`p.influencer_id`) ?? sql`true`)
    : sql`p.influencer_id = ${actor.userId}::uuid`;

async function getPayout(pool: Pool, actor: Actor, id: string) {
  const [found] = await prepareStatement<PayoutRow & { lineCount: number }>(
    pool,
    sql`select ${PAYOUT_COLUMNS},
        (select count(*)::int from payout_lines l where l.payout_id = p.id) as "lineCount"
      from ${PAYOUTS} where p.id = ${id}::uuid and ${mayBeSeenBy(actor)}`,
  )({});
  if (!found) throw new DomainError('not-found', 'Payout not found');
  const { lineCount, ...payout } = found;
  // Who of the office paid it is not the influencer's business.
  return { payout: isOffice(actor) ? payout : { ...payout, paidBy: null }, lineCount };
}

const isAccount = (kind: string): SQL => sql.raw(`a.kind = '${kind}'`);

/**
 * The lines of a payout that follow the transaction `after`, oldest first. What takes a payment
 * back, or gives it back, names the payment.
 */
async function readLines(
  pool: Pool,
  { id, periodStart }: PayoutRow,
  after: string | undefined,
): Promise<StoredLine[]> {
  const beyond = after
    ? sql`and (t.occurred_at, t.id) >
        (select occurred_at, id from ledger_transactions where id = ${after}::uuid)`
    : sql``;
  return prepareStatement<StoredLine>(
    pool,
    sql`
      select t.id, t.kind, t.occurred_at as "occurredAt", t.subscription_id as "subscriptionId",
        c.id as "chargeId", c.period_start as "periodStart", c.period_end as "periodEnd",
        c.commission_percent::float8 as "commissionPercent",
        t.occurred_at < ${periodStart}::date as "isCarriedOver", parts.*
      from (
        select t.* from payout_lines l join ledger_transactions t on t.id = l.transaction_id
        where l.payout_id = ${id}::uuid ${beyond}
        order by t.occurred_at, t.id limit ${STATEMENT_PAGE_SIZE + 1}
      ) t
      left join ledger_transactions r on r.id = t.reverses
      join ledger_transactions c on c.id = coalesce(r.reverses, r.id, t.id)
      cross join lateral (
        select
          coalesce(sum(e.amount_cents) filter (where ${isAccount('cash')}), 0)::float8 as "grossCents",
          coalesce(-sum(e.amount_cents) filter (where ${isAccount('merchant_fees')}), 0)::float8 as "merchantFeeCents",
          coalesce(-sum(e.amount_cents) filter (where ${isAccount('platform_commission')}), 0)::float8 as "commissionCents",
          coalesce(-sum(e.amount_cents) filter (where ${isAccount('influencer_share')}), 0)::float8 as "shareCents"
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id = t.id
      ) parts
      order by t.occurred_at, t.id`,
  )({});
}

// The fan stays unknown: a subscription is a number here, and so is a payment.
const toLine = ({ subscriptionId, chargeId, ...line }: StoredLine): StatementLine => ({
  ...line,
  subscription: shortReference(subscriptionId),
  receipt: receiptNumber(chargeId),
});

type Question = { id: string; after?: string | undefined };
type Page = { lines: StatementLine[]; next: string | null };

async function pageOf(pool: Pool, payout: PayoutRow, after: string | undefined): Promise<Page> {
  const rows = await readLines(pool, payout, after);
  const hasMore = rows.length > STATEMENT_PAGE_SIZE;
  if (hasMore) rows.pop();
  return { lines: rows.map(toLine), next: hasMore ? rows.at(-1)!.id : null };
}

/**
 * A payout with some of its lines, for the office or the influencer whose it is.
 * @param question.after the `next` of the page before
 * @throws DomainError 'not-found'
 */
export async function getPayoutStatement(
  pool: Pool,
  actor: Actor,
  { id, after }: Question,
): Promise<z.input<typeof statementSchema>> {
  const head = await getPayout(pool, actor, id);
  return { ...head, ...(await pageOf(pool, head.payout, after)) };
}

async function* allLines(pool: Pool, payout: PayoutRow): AsyncGenerator<StatementLine[]> {
  let after: string | undefined;
  do {
    const { lines, next } = await pageOf(pool, payout, after);
    yield lines;
    after = next ?? undefined;
  } while (after);
}

const dollars = (cents: number): number => cents / 100;

/** Every line of a payout, as a file. @throws DomainError 'not-found' */
export async function exportPayoutStatement(pool: Pool, actor: Actor, id: string) {
  const { payout } = await getPayout(pool, actor, id);
  return csvFile<StatementLine>(
    `statement-${payoutNumber(payout)}.csv`,
    {
      Date: ({ occurredAt }) => occurredAt,
      Kind: ({ kind }) => kind,
      Receipt: ({ receipt }) => receipt,
      Subscription: ({ subscription }) => subscription,
      'Period Start': ({ periodStart }) => periodStart,
      'Period End': ({ periodEnd }) => periodEnd,
      'Gross Revenue': ({ grossCents }) => dollars(grossCents),
      'Merchant Fee': ({ merchantFeeCents }) => dollars(merchantFeeCents),
      'Commission Percent': ({ commissionPercent }) => commissionPercent,
      'Platform Commission': ({ commissionCents }) => dollars(commissionCents),
      Share: ({ shareCents }) => dollars(shareCents),
      'Carried Over': ({ isCarriedOver }) => isCarriedOver,
    },
    allLines(pool, payout),
  );
}
