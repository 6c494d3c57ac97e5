import type { Pool } from 'pg';
import { signSessionToken } from '#src/features/identity/auth/server/session-cookie.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { id } from './ids.ts';
import { options } from './options.ts';

const { posts, influencers, fans, subscriptionsPerFan, notificationsPerFan } = options;
const users = influencers + fans;
const PER_SUBSCRIPTION = Math.ceil((notificationsPerFan / subscriptionsPerFan) * 2);
// Users 1 to `influencers` are influencers, the others fans.
const categories = `(array[${CATEGORIES.map((category) => `'${category}'`).join()}])`;
// As long as a real teaser.
const teaser = `'data:image/webp;base64,' || repeat('UklGRmhcAABXRUJQ', 12)`;

const statements = [
  // Skips foreign key checks: the data satisfies them by construction.
  'set session_replication_role = replica',
  `insert into users (id, name, email)
   select ${id('aaaa', 'n')}, 'Member ' || n, 'member-' || n || '@bench.test'
   from generate_series(1, ${users}) n`,
  `insert into profiles (id, email, full_name, public_url)
   select id, email, name, case when row_number() over (order by id) <= ${influencers}
     then replace(lower(name), ' ', '-') end from users`,
  `insert into user_roles (user_id, role)
   select ${id('aaaa', 'n')}, case when n <= ${influencers} then 'influencer' else 'subscriber' end
   from generate_series(1, ${users}) n`,
  `insert into sessions (id, token, user_id, expires_at)
   select ${id('bbbb', 'n')}, 'token-' || n, ${id('aaaa', 'n')}, now() + interval '1 day'
   from generate_series(${influencers + 1}, ${users}) n`,
  `insert into subscription_plans (id, influencer_id, price_monthly_cents)
   select ${id('cccc', 'n')}, ${id('aaaa', 'n')}, 999 from generate_series(1, ${influencers}) n`,
  // Every tenth subscription is paused or cancelled.
  `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
     status, cancel_at, provider, current_period_start, current_period_end, billing_anchor)
   select ${id('aaaa', 'f')}, ${id('aaaa', 'i')}, ${id('cccc', 'i')}, 999,
     case when (f + s) % 20 = 0 then 'paused' else 'active' end,
     case when (f + s) % 20 = 10 then now() - interval '1 hour' end,
     'sandbox', now() - interval '10 days', now() + interval '20 days', now() - interval '10 days'
   from generate_series(${influencers + 1}, ${users}) f,
     generate_series(0, ${subscriptionsPerFan - 1}) s,
     lateral (select 1 + (f * 7 + s * 11) % ${influencers} as i) chosen`,
  `insert into content_posts (id, influencer_id, caption, category, ai_use, created_at, publish_at, published_at)
   select ${id('dddd', 'n')}, ${id('aaaa', `1 + (hashint4(n) & 2147483647) % ${influencers}`)},
     'A caption of common length, number ' || n || ', with a few words about the evening',
     ${categories}[1 + n % ${CATEGORIES.length}], 'none', at, at, at
   from generate_series(1, ${posts}) n, lateral (select now() - n * interval '37 seconds' as at) times`,
  `insert into content_media (id, post_id, media_type, s3_key, file_size, mime_type, display_order,
     width, height, variant_widths, teaser, state)
   select ${id('eeee', 'n * 4 + m')}, ${id('dddd', 'n')}, 'image', 'content/' || n || '-' || m || '.jpg',
     250000, 'image/jpeg', m, 1600, 1200, '{320,640,1280}', ${teaser}, 'ready'
   from generate_series(1, ${posts}) n, generate_series(0, case when n % 4 = 0 then 2 else 0 end) m`,
  'analyze',
  // The newest twenty of each fan are unread.
  `insert into post_notifications (post_id, subscriber_id, created_at, read_at)
   select newest.id, f.user_id, newest.published_at, case when newest.place > 20 then now() end
   from user_roles f, lateral (
     select p.id, p.published_at, row_number() over (order by p.published_at desc, p.id) as place
     from user_subscriptions s, lateral (
       select id, published_at from content_posts
       where influencer_id = s.influencer_id and published_at is not null
       order by published_at desc, id desc limit ${PER_SUBSCRIPTION}
     ) p
     where s.subscriber_id = f.user_id and s.status = 'active' and s.cancel_at is null
     order by place limit ${Math.min(notificationsPerFan, posts)}
   ) newest
   where f.role = 'subscriber'`,
  'set session_replication_role = default',
  'vacuum (analyze)',
];

/** Fills the migrated database with generated members, posts and notifications in SQL. */
export async function fill(pool: Pool): Promise<void> {
  const client = await pool.connect();
  for (const statement of statements) await client.query(statement);
  client.release(true);
}

/** Creates session cookies of the first `count` fans. */
export function fanCookies(secret: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const token = `token-${influencers + 1 + index}`;
    return `velvet.session_token=${signSessionToken([secret], token)}`;
  });
}
