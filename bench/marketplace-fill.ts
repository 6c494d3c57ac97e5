import type { Pool } from 'pg';
import { saveSpecialData } from '#src/features/identity/special-data/server/special-data.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { id } from './ids.ts';
import type { BenchSetup } from './studio-setup.ts';

const FANS = 10_000;
const SUBSCRIPTIONS_PER_FAN = 10;
const categories = `(array[${CATEGORIES.map((category) => `'${category}'`).join()}])`;

/** Influencers 1 to `influencers`, then fans. */
const statementsFor = (influencers: number): string[] => [
  // Skips foreign key checks and audit triggers.
  'set session_replication_role = replica',
  `insert into users (id, name, email)
   select ${id('aaaa', 'n')}, 'Member ' || n, 'member-' || n || '@bench.test'
   from generate_series(1, ${influencers}) n`,
  // Influencers joined in random order.
  `insert into profiles (id, email, full_name, public_url, content_category, bio, created_at)
   select ${id('aaaa', 'n')}, 'member-' || n || '@bench.test',
     (array['Ada','Bo','Cleo','Dara','Eve','Finn','Gia','Hugo'])[1 + n % 8] || ' Calloway ' || n,
     'member-' || n, ${categories}[1 + n % ${CATEGORIES.length}],
     'Evenings in town number ' || n % 1000 || ', and what comes after',
     now() - (n::bigint * 7919 % ${influencers}) * interval '37 seconds'
   from generate_series(1, ${influencers}) n`,
  `insert into user_roles (user_id, role)
   select ${id('aaaa', 'n')}, 'influencer' from generate_series(1, ${influencers}) n`,
  // A few influencers have most of the subscribers.
  `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
     provider, current_period_start, current_period_end, billing_anchor)
   select ${id('bbbb', 'fan')}, ${id('aaaa', 'n')}, ${id('cccc', 'n')}, 999, 'sandbox',
     now() - interval '9 days', now() + interval '20 days', now() - interval '9 days'
   from generate_series(1, ${FANS}) fan, generate_series(1, ${SUBSCRIPTIONS_PER_FAN}) s,
     lateral (select 1 + floor((${influencers} - 1) *
       power((hashint8(fan * 100 + s)::bigint & 65535) / 65536.0, 4))::int as n) chosen
   on conflict do nothing`,
  `insert into subscription_plans (id, influencer_id, price_monthly_cents, is_active, subscriber_count)
   select ${id('cccc', 'n')}, ${id('aaaa', 'n')}, 499 + n * 37 % 15000, n % 10 > 0, coalesce(total, 0)
   from generate_series(1, ${influencers}) n
   left join (select influencer_id, count(*)::int as total from user_subscriptions group by 1) counted
     on counted.influencer_id = ${id('aaaa', 'n')}`,
  'set session_replication_role = default',
];

/** Fills a migrated database with this many influencers, nine tenths of them with an active plan. */
export async function fillMarketplace(pool: Pool, influencers: number): Promise<void> {
  const client = await pool.connect();
  for (const statement of statementsFor(influencers)) await client.query(statement);
  await client.query('vacuum (analyze)');
  client.release(true);
}

/** Gives a fan preferences, and subscriptions and favorites among the most popular influencers. */
export async function fillFan(
  { db, pool, secret }: Pick<BenchSetup, 'db' | 'pool' | 'secret'>,
  fanId: string,
): Promise<void> {
  const popular = 'select influencer_id from subscription_plans order by subscriber_count desc';
  await saveSpecialData({ db, config: { secrets: [secret] } }, fanId, {
    sexualPreference: null,
    preferences: ['Goth', 'Nerdy', 'Cosplay'],
  });
  await pool.query(
    `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
       provider, current_period_start, current_period_end, billing_anchor)
     select $1, influencer_id, influencer_id, 999, 'sandbox', now() - interval '9 days',
       now() + interval '20 days', now() from (${popular} limit 20) chosen`,
    [fanId],
  );
  await pool.query(
    `insert into favorites (subscriber_id, influencer_id)
     select $1, influencer_id from (${popular} limit 40) chosen`,
    [fanId],
  );
}
