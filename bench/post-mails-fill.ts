import { id } from './ids.ts';

const INFLUENCERS = 200;
const OTHER_INFLUENCERS_PER_FAN = 9;
const users = (fans: number) => fans + INFLUENCERS;
const FIRST_FAN = INFLUENCERS + 1;

/** The tables whose statistics matter; they are only analyzed on request. */
const TABLES = [
  'users',
  'user_roles',
  'user_subscriptions',
  'content_posts',
  'post_notifications',
  'mail_preferences',
  'post_mails',
];

/**
 * Creates the statements that fill a database: fans who are all subscribed to the first influencer and
 * to nine others, with about ten notifications of others each. A sixth of the fans receives mails at once.
 */
export function fillStatements(fans: number): string[] {
  return [
    // Skips foreign key checks and audit triggers.
    'set session_replication_role = replica',
    ...TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = false)`),
    `insert into users (id, name, email)
     select ${id('aaaa', 'n')}, 'Member ' || n, 'member-' || n || '@bench.test'
     from generate_series(1, ${users(fans)}) n`,
    'insert into profiles (id, email, full_name) select id, email, name from users',
    `insert into user_roles (user_id, role)
     select ${id('aaaa', 'n')}, case when n < ${FIRST_FAN} then 'influencer' else 'subscriber' end
     from generate_series(1, ${users(fans)}) n`,
    `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
       provider, current_period_start, current_period_end, billing_anchor)
     select ${id('aaaa', 'fan')}, ${id('aaaa', 'n')}, ${id('cccc', 'n')}, 999, 'sandbox',
       now() - interval '10 days', now() + interval '20 days', now() - interval '10 days'
     from generate_series(${FIRST_FAN}, ${users(fans)}) fan,
       generate_series(0, ${OTHER_INFLUENCERS_PER_FAN}) s,
       lateral (select case when s = 0 then 1
       else 2 + (fan * 7 + s * 11) % ${INFLUENCERS - 1} end as n) chosen`,
    `insert into content_posts (id, influencer_id, caption, category, ai_use, publish_at, published_at)
     select ${id('dddd', 'n')}, ${id('aaaa', `1 + n % ${INFLUENCERS}`)}, 'An evening', 'Goth', 'none', at, at
     from generate_series(1, 4000) n, lateral (select now() - n * interval '1 hour' as at) times`,
    // About one of seventeen notifications, seven tenths of them read.
    `insert into post_notifications (post_id, subscriber_id, created_at, read_at)
     select p.id, s.subscriber_id, p.published_at, case when random() < 0.7 then now() end
     from content_posts p join user_subscriptions s on s.influencer_id = p.influencer_id
     where p.influencer_id <> ${id('aaaa', '1')} and random() < 0.06`,
    `insert into mail_preferences (user_id, kind, frequency)
     select ${id('aaaa', 'n')}, 'posts', (array['at_once','weekly','off'])[1 + n % 3]
     from generate_series(${FIRST_FAN}, ${users(fans)}) n where n % 2 = 0`,
    // A new post of the first influencer.
    `insert into content_posts (id, influencer_id, caption, category, ai_use, publish_at, published_at)
     values (${id('dddd', '4001')}, ${id('aaaa', '1')}, 'New', 'Goth', 'none', now(), now())`,
    `insert into post_notifications (post_id, subscriber_id, created_at)
     select ${id('dddd', '4001')}, subscriber_id, now() - interval '10 minutes'
     from user_subscriptions where influencer_id = ${id('aaaa', '1')}`,
    'set session_replication_role = default',
  ];
}
