import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { SubjectKind } from '../ledger.schema.ts';

/** A violation of a ledger rule: what the rule expects of a record, and what the ledger contains. */
export type LedgerViolation = {
  rule: string;
  subjectKind: SubjectKind;
  subject: string;
  expected: string;
  found: string;
};

/**
 * A rule of the ledger: a query for its violations, as `subject`, `expected` and `found`. Equal
 * violations have equal texts.
 */
export type LedgerRule = { rule: string; subjectKind: SubjectKind; query: SQL };

const MAXIMUM_REPORTED = 20;

/** An instant as text, in UTC. */
export function utcText(at: SQLWrapper): SQL<string> {
  return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;
}

/** The rules of the ledger itself; other features add their own. */
export const LEDGER_RULES: readonly LedgerRule[] = [
  {
    rule: 'each transaction adds up to zero',
    subjectKind: 'transaction',
    query: sql`
      select transaction_id::text as subject, '0 cents' as expected, sum(amount_cents) || ' cents' as found
      from ledger_entries group by transaction_id having sum(amount_cents) <> 0`,
  },
  {
    rule: 'each transaction has two or more entries, at its own time',
    subjectKind: 'transaction',
    query: sql`
      select t.id::text as subject, '2 or more entries' as expected, count(e.account_id) || ' at its time' as found
      from ledger_transactions t left join ledger_entries e
        on e.transaction_id = t.id and e.occurred_at = t.occurred_at
      group by t.id having count(e.account_id) < 2`,
  },
  {
    rule: 'each transaction changes no share but its own',
    subjectKind: 'transaction',
    query: sql`
      select t.id::text as subject, 'account ' || t.share_account_id as expected, 'account ' || e.account_id as found
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where a.kind in ('influencer_share', 'refunds_due') and a.id <> t.share_account_id`,
  },
  {
    rule: 'each charge is split into fee, commission and share by its percentage',
    subjectKind: 'transaction',
    query: sql`
      select t.id::text as subject,
        'fee ' || floor(paid * 5 / 100) || ' cents, commission '
          || floor((paid - fee) * t.commission_percent / 100) || ' cents of ' || paid || ' cents' as expected,
        'fee ' || fee || ' cents, commission ' || commission || ' cents' as found
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
    subjectKind: 'transaction',
    query: sql`
      select t.id::text as subject, 'nothing' as expected, e.amount_cents || ' cents in ' || a.kind as found
      from ledger_transactions t join ledger_accounts s on s.id = t.share_account_id and s.kind = 'refunds_due'
      join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where a.kind not in ('cash', 'refunds_due', 'write_offs')`,
  },
  {
    rule: 'no more of a charge is reversed than was paid, for any party',
    subjectKind: 'transaction',
    query: sql`
      with left_over as materialized (
        select coalesce(d.reverses, t.reverses, t.id) as charge, e.account_id, sum(e.amount_cents) as cents
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        left join ledger_transactions d on d.id = t.reverses
        where t.kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won') group by 1, 2)
      select charge::text as subject, '0 cents or more left in ' || a.kind as expected,
        case a.kind when 'cash' then cents else -cents end || ' cents' as found
      from left_over join ledger_accounts a on a.id = account_id
      where a.kind <> 'write_offs' and case a.kind when 'cash' then cents else -cents end < 0`,
  },
  {
    rule: 'the stored totals are the sums of the entries',
    subjectKind: 'total',
    query: sql`
      select coalesce(k.account, s.account) || ' ' || coalesce(k.kind, s.kind) || ' ' || coalesce(k.month, s.month) as subject,
        coalesce(s.cents, 0) || ' cents in ' || coalesce(s.entries, 0) || ' entries' as expected,
        coalesce(k.cents, 0) || ' cents in ' || coalesce(k.entries, 0) || ' entries' as found
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

/**
 * Checks the ledger against the rules. A record that violates a rule in several ways is one violation.
 * @returns the violations, at most `maximum` of each rule
 */
export async function checkLedger(
  db: Db,
  rules: readonly LedgerRule[],
  maximum = MAXIMUM_REPORTED,
): Promise<LedgerViolation[]> {
  const violations: LedgerViolation[] = [];
  for (const { rule, subjectKind, query } of rules) {
    const { rows } = await db.execute<Pick<LedgerViolation, 'subject' | 'expected' | 'found'>>(sql`
      select subject, string_agg(expected, '; ' order by expected, found) as expected,
        string_agg(found, '; ' order by expected, found) as found
      from (${query}) violation group by subject order by subject limit ${maximum}`);
    violations.push(...rows.map((row) => ({ rule, subjectKind, ...row })));
  }
  return violations;
}
