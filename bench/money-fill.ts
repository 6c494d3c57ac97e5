import type { Pool } from 'pg';
import { id } from './ids.ts';
import { COUNT_RECORDS } from './totals.ts';

/** Subscriptions per influencer, each paid once in the previous month. */
export const SUBSCRIPTIONS_PER_INFLUENCER = 25;
/** Cash, fee, commission and share. */
export const ENTRIES_PER_CHARGE = 4;
const FANS_PER_INFLUENCER = 5;
export const PRICE_CENTS = 999;

const month = `date_trunc('month', now()) - interval '1 month'`;
// The k-th subscription begins on one of the first 27 days of the month.
const start = (k: string) => `(${month} + ${k} % 27 * interval '1 day')`;

const platformAccount = (kind: string) => `(select id from ledger_accounts where kind = '${kind}')`;

const statementsFor = (influencers: number): string[] => {
  const fans = influencers * FANS_PER_INFLUENCER;
  // The rows of the fans of each influencer are equally far apart.
  const stride = fans / SUBSCRIPTIONS_PER_INFLUENCER;
  const subscriptions = influencers * SUBSCRIPTIONS_PER_INFLUENCER;
  return [
    // Skips foreign key checks and row triggers.
    'set session_replication_role = replica',
    `insert into users (id, name, email)
     select ${id('aaaa', 'n')}, 'Member ' || n, 'member-' || n || '@bench.test'
     from generate_series(1, ${influencers + fans}) n`,
    `insert into profiles (id, email, full_name) select id, email, name from users`,
    `insert into user_roles (user_id, role)
     select ${id('aaaa', 'n')}, case when n <= ${influencers} then 'influencer' else 'subscriber' end
     from generate_series(1, ${influencers + fans}) n`,
    `insert into subscription_plans (id, influencer_id, price_monthly_cents)
     select ${id('cccc', 'n')}, ${id('aaaa', 'n')}, ${PRICE_CENTS}
     from generate_series(1, ${influencers}) n`,
    `insert into ledger_accounts (kind, influencer_id)
     select 'influencer_share', ${id('aaaa', 'n')} from generate_series(1, ${influencers}) n`,
    `insert into user_subscriptions (id, subscriber_id, influencer_id, subscription_plan_id,
       price_cents, current_period_start, current_period_end, billing_anchor, provider,
       provider_subscription_id, created_at)
     select ${id('eeee', 'k')}, ${id('aaaa', `${influencers} + 1 + (i + k / ${influencers} * ${stride}) % ${fans}`)},
       ${id('aaaa', 'i')}, ${id('cccc', 'i')}, ${PRICE_CENTS}, ${start('k')},
       ${start('k')} + interval '1 month', ${start('k')}, 'sandbox', 'sandbox_bench_' || k, ${start('k')}
     from generate_series(0, ${subscriptions - 1}) k,
       lateral (select 1 + k % ${influencers} as i) chosen`,
    `insert into ledger_transactions (id, kind, occurred_at, share_account_id, provider,
       provider_reference, subscription_id, subscriber_id, period_start, period_end, commission_percent)
     select gen_random_uuid(), 'charge', s.current_period_start, a.id, s.provider,
       'payment_of_' || s.provider_subscription_id, s.id, s.subscriber_id, s.current_period_start,
       s.current_period_end, 20
     from user_subscriptions s join ledger_accounts a on a.influencer_id = s.influencer_id`,
    `insert into ledger_entries (transaction_id, account_id, amount_cents, occurred_at)
     select t.id, part.account_id, part.amount_cents, t.occurred_at
     from ledger_transactions t cross join lateral (values
       (${platformAccount('cash')}, ${PRICE_CENTS}), (${platformAccount('merchant_fees')}, -49),
       (${platformAccount('platform_commission')}, -190), (t.share_account_id, -760)
     ) part (account_id, amount_cents)`,
    `insert into ledger_totals (month, account, kind, shard, amount_cents, entries)
     select date_trunc('month', e.occurred_at)::date, a.kind, 'charge', 0, sum(e.amount_cents), count(*)
     from ledger_entries e join ledger_accounts a on a.id = e.account_id group by 1, 2`,
    COUNT_RECORDS,
    'set session_replication_role = default',
    'vacuum (analyze)',
  ];
};

/** Fills a migrated database with this many influencers, whose fans have paid a month, in SQL. */
export async function fillMoney(pool: Pool, influencers: number): Promise<void> {
  const client = await pool.connect();
  for (const statement of statementsFor(influencers)) await client.query(statement);
  client.release(true);
}
