import { sql } from 'drizzle-orm';
import { ledgerAccounts, ledgerEntries } from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PayoutPreview } from '../../payout-run.schema.ts';
import { openUntil } from '../open-transactions.ts';
import { EFFECTIVE_RULES, heldOf, isPaidOut } from '../payout-rules.ts';
import { payouts } from '../payouts.table.ts';

type Row = Omit<PayoutPreview, 'carriedOver'> & { left: number; leftCents: number };

/**
 * What a run would make for the last month, and for earlier ones with payouts still to make, newest
 * first.
 */
export async function previewPayoutRuns(db: Db, now: Date): Promise<{ months: PayoutPreview[] }> {
  const last = monthBefore(now);
  // Each month includes what is open from earlier months.
  const { rows } = await db.execute<Row>(sql`
    with opened as materialized (
      select o.share_account_id as account,
        date_trunc('month', o.payable_at at time zone 'UTC')::date as month,
        coalesce(sum(${ledgerEntries.amountCents})
          filter (where ${ledgerAccounts.kind} = 'cash'), 0) as gross,
        coalesce(-sum(${ledgerEntries.amountCents})
          filter (where ${ledgerAccounts.kind} = 'influencer_share'), 0) as share,
        coalesce(sum(${ledgerEntries.amountCents})
          filter (where ${ledgerAccounts.kind} = 'reserves_held'), 0) as released
      from (${openUntil(monthBounds(last).to)}) o
      join ${ledgerEntries} on ${ledgerEntries.transactionId} = o.id
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      group by 1, 2
      having date_trunc('month', o.payable_at at time zone 'UTC')::date <= ${`${last}-01`}::date
    ), months as (select month from opened union select ${`${last}-01`}::date)
    select to_char(m.month, 'YYYY-MM') as month,
      count(*) filter (where s.is_due)::int as payouts,
      coalesce(sum(s.gross) filter (where s.is_due), 0)::float8 as "grossRevenueCents",
      coalesce(sum(s.net) filter (where s.is_due), 0)::float8 as "netPayoutCents",
      count(s.account) filter (where not s.is_due)::int as left,
      coalesce(sum(s.share) filter (where not s.is_due), 0)::float8 as "leftCents"
    from months m left join lateral (
      select account, gross, share, share - reserve as net,
        ${isPaidOut(sql`share - reserve`)} and not exists (
          select from ${payouts}
          where ${payouts.shareAccountId} = account and ${payouts.periodStart} = m.month
            and ${payouts.status} <> 'voided'
        ) as is_due
      from (
        select account, sum(gross) as gross, sum(share) as share, sum(released) as released
        from opened where opened.month <= m.month group by account
      ) sums
      join (${EFFECTIVE_RULES}) rules on rules.share_account_id = account
      cross join lateral (select ${heldOf(sql`share - released`)} as reserve) held
    ) s on true
    group by m.month order by m.month desc`);
  return {
    months: rows
      .filter(({ month, payouts }) => payouts > 0 || month === last)
      .map(({ left: influencers, leftCents: cents, ...made }) => ({
        ...made,
        carriedOver: { influencers, cents },
      })),
  };
}
