import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';

/** A violation of a ledger rule. */
export type LedgerViolation = { rule: string; subject: string; detail: string };

/** A rule of the ledger: a query for its violations, as `subject` and `detail`. */
export type LedgerRule = { rule: string; query: SQL };

const MAXIMUM_REPORTED = 20;

/** The rules of the ledger itself; other features add their own. */
export const LEDGER_RULES: readonly LedgerRule[] = [
  {
    rule: 'each transaction adds up to zero',
    query: sql`
      select transaction_id::text as subject, sum(amount_cents) || ' cents too much' as detail
      from ledger_entries group by transaction_id having sum(amount_cents) <> 0`,
  },
  {
    rule: 'each transaction has two or more entries, at its own time',
    query: sql`
      select t.id::text as subject, count(e.account_id) || ' entries' as detail
      from ledger_transactions t left join ledger_entries e
        on e.transaction_id = t.id and e.occurred_at = t.occurred_at
      group by t.id having count(e.account_id) < 2`,
  },
  {
    rule: 'each transaction changes no share but its own',
    query: sql`
      select t.id::text as subject, 'account ' || e.account_id as detail
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where a.kind in ('influencer_share', 'refunds_due') and a.id <> t.share_account_id`,
  },
  {
    rule: 'each charge is split into fee, commission and share by its percentage',
    query: sql`
      select t.id::text as subject, 'fee ' || fee || ', commission ' || commission || ' of ' || paid as detail
      from ledger_transactions t cross join lateral (
        select coalesce(sum(e.amount_cents) filter (where a.kind = 'cash'), 0) as paid,
          coalesce(-sum(e.amount_cents) filter (where a.kind = 'merchant_fees'), 0) as fee,
          coalesce(-sum(e.amount_cents) filter (where a.kind = 'platform_commission'), 0) as commission
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id = t.id) part
      join ledger_accounts s on s.id = t.share_account_id and s.kind = 'influencer_share'
      where t.kind = 'charge' and (
        fee <> floor(paid * 5 / 100) or commission <> floor((paid - fee) * t.commission_percent / 100))`,
  },
  {
    rule: 'a payment for a deleted influencer is owed to the fan in full',
    query: sql`
      select t.id::text as subject, 'account ' || a.kind as detail
      from ledger_transactions t join ledger_accounts s on s.id = t.share_account_id and s.kind = 'refunds_due'
      join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where a.kind not in ('cash', 'refunds_due', 'write_offs')`,
  },
  {
    rule: 'no more of a charge is reversed than was paid, for any party',
    query: sql`
      with left_over as materialized (
        select coalesce(d.reverses, t.reverses, t.id) as charge, e.account_id, sum(e.amount_cents) as cents
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        left join ledger_transactions d on d.id = t.reverses
        where t.kind in ('charge', 'refund', 'dispute', 'dispute_won') group by 1, 2)
      select charge::text as subject, 'account ' || account_id || ' is at ' || cents as detail
      from left_over join ledger_accounts a on a.id = account_id
      where a.kind <> 'write_offs' and case a.kind when 'cash' then cents else -cents end < 0`,
  },
  {
    rule: 'the stored totals are the sums of the entries',
    query: sql`
      select coalesce(k.account, s.account) || ' ' || coalesce(k.kind, s.kind) || ' ' || coalesce(k.month, s.month) as subject,
        'stored ' || coalesce(k.cents, 0) || ', summed ' || coalesce(s.cents, 0) as detail
      from (select account, kind, month, sum(amount_cents) as cents, sum(entries) as entries
        from ledger_totals group by 1, 2, 3) k
      full join (select a.kind as account, t.kind, date_trunc('month', e.occurred_at at time zone 'UTC')::date as month,
          sum(e.amount_cents) as cents, count(*) as entries
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        join ledger_accounts a on a.id = e.account_id group by 1, 2, 3) s
      using (account, kind, month)
      where k.cents is distinct from s.cents or k.entries is distinct from s.entries`,
  },
];

/** Checks the ledger against the rules. @returns the violations, at most 20 of each rule */
export async function checkLedger(
  db: Db,
  rules: readonly LedgerRule[],
): Promise<LedgerViolation[]> {
  const violations: LedgerViolation[] = [];
  for (const { rule, query } of rules) {
    const { rows } = await db.execute<Omit<LedgerViolation, 'rule'>>(
      sql`${query} limit ${MAXIMUM_REPORTED}`,
    );
    violations.push(...rows.map((row) => ({ rule, ...row })));
  }
  return violations;
}
