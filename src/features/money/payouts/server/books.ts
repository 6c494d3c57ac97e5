import { sql } from 'drizzle-orm';
import { LEDGER_RULES, type LedgerRule } from '#src/features/money/ledger/server/check-ledger.ts';

// A payment that the product refunds by itself: its refund has its id.
const isRefunded = (charge: 't' | 'o') =>
  sql`exists (select from refunds r where r.id = ${sql.raw(charge)}.id)`;

/** Every rule that the books are held to by `npm run ledger:check`. */
export const BOOK_RULES: readonly LedgerRule[] = [
  ...LEDGER_RULES,
  {
    rule: 'each payout equals the entries of what it settles',
    broken: sql`
      select p.id::text as subject, 'gross ' || p.gross_revenue_cents || ' and net ' || p.net_payout_cents
        || ', but its lines have ' || coalesce(paid, 0) || ' and ' || coalesce(share, 0) as detail
      from payouts p left join lateral (
        select sum(e.amount_cents) filter (where a.kind = 'cash') as paid,
          -sum(e.amount_cents) filter (where a.kind = 'merchant_fees') as fee,
          -sum(e.amount_cents) filter (where a.kind = 'platform_commission') as commission,
          -sum(e.amount_cents) filter (where a.kind = 'influencer_share') as share
        from payout_lines l join ledger_entries e on e.transaction_id = l.transaction_id
        join ledger_accounts a on a.id = e.account_id
        where l.payout_id = p.id) line on true
      where p.gross_revenue_cents <> coalesce(paid, 0) or p.merchant_fee_cents <> coalesce(fee, 0)
        or p.platform_commission_cents <> coalesce(commission, 0) or p.net_payout_cents <> coalesce(share, 0)`,
  },
  {
    rule: 'each payout settles its own share, and nothing after its period',
    broken: sql`
      select p.id::text as subject, 'line ' || t.id as detail
      from payout_lines l join payouts p on p.id = l.payout_id
      join ledger_transactions t on t.id = l.transaction_id
      where t.share_account_id <> p.share_account_id
        or t.occurred_at >= (p.period_end + 1)::timestamp at time zone 'UTC'
        or t.kind not in ('charge', 'refund', 'dispute', 'dispute_won')`,
  },
  {
    rule: 'each payout is set aside once, and paid once when it is marked so',
    broken: sql`
      select p.id::text as subject, side.kind || ' of ' || coalesce(side.cents, 0) as detail
      from payouts p cross join lateral (
        select 'payout' as kind, (select sum(e.amount_cents) from ledger_entries e
          join ledger_transactions t on t.id = e.transaction_id and t.kind = 'payout'
          where t.id = p.made_transaction_id and e.account_id = p.share_account_id) as cents, true as due
        union all
        select 'payout_paid', (select -sum(e.amount_cents) from ledger_entries e
          join ledger_transactions t on t.id = e.transaction_id and t.kind = 'payout_paid'
          join ledger_accounts a on a.id = e.account_id
          where t.id = p.paid_transaction_id and a.kind = 'cash'), p.status = 'paid') side
      where side.due and side.cents is distinct from p.net_payout_cents`,
  },
  {
    rule: 'each transaction of a payout belongs to one',
    broken: sql`
      select t.id::text as subject, t.kind as detail from ledger_transactions t
      where (t.kind = 'payout' and not exists (select from payouts p where p.made_transaction_id = t.id))
        or (t.kind = 'payout_paid' and not exists (select from payouts p where p.paid_transaction_id = t.id))`,
  },
  {
    rule: 'each period of a subscription is paid for once, at its price',
    broken: sql`
      select s.id::text as subject, 'period of ' || t.period_start || ' paid with ' || e.amount_cents || ' at a price of ' || s.price_cents as detail
      from user_subscriptions s join ledger_transactions t on t.subscription_id = s.id and t.kind = 'charge'
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'cash'
      where not ${isRefunded('t')} and (e.amount_cents <> s.price_cents or exists (
        select from ledger_transactions o where o.subscription_id = s.id and o.kind = 'charge' and o.id <> t.id
          and o.period_start < t.period_end and t.period_start < o.period_end and not ${isRefunded('o')}))`,
  },
  {
    rule: 'each payment for an influencer who is gone is refunded, or waits for it',
    broken: sql`
      select t.id::text as subject, t.provider_reference as detail
      from ledger_transactions t join ledger_accounts a on a.id = t.share_account_id and a.kind = 'refunds_due'
      where t.kind = 'charge' and not ${isRefunded('t')}
        and not exists (select from ledger_transactions r where r.reverses = t.id)`,
  },
  {
    rule: 'each subscription stands at the period that was paid for last',
    broken: sql`
      select s.id::text as subject, 'stands at ' || s.current_period_end || ', paid until ' || coalesce(last.period_end::text, 'never') as detail
      from user_subscriptions s left join lateral (
        select t.period_start, t.period_end from ledger_transactions t
        where t.subscription_id = s.id and t.kind = 'charge' and not ${isRefunded('t')} order by t.period_start desc limit 1) last on true
      where s.price_cents > 0 and s.status <> 'cancelled'
        and (last.period_start is distinct from s.current_period_start or last.period_end is distinct from s.current_period_end)`,
  },
];
