import type { Pool } from 'pg';
import { id } from './ids.ts';
import { COUNT_RECORDS } from './totals.ts';

// Names whose words occur in many rows and whose full text occurs in few.
const name = (n: string) =>
  `(array['Ada','Bo','Cleo','Dara','Eve','Finn','Gia','Hugo'])[1 + ${n} % 8] || ' ' ||
   (array['Ashgrove','Birch','Calloway','Dunmore','Everly','Ferncroft'])[1 + ${n} % 6] || ' ' || ${n}`;
const statuses = `(array['pending','accepted','rejected'])`;
const taskStates = `(array['assigned','in_progress','completed','failed'])`;
const ago = (n: string) => `now() - ${n} * interval '37 seconds'`;
// Influencers and fans joined in random order.
const joined = (rows: number) => ago(`(n::bigint * 7919 % ${rows})`);

const statementsFor = (rows: number, influencers: number): string[] => [
  // Skips foreign key checks and audit triggers.
  'set session_replication_role = replica',
  `insert into users (id, name, email, created_at)
   select ${id('aaaa', 'n')}, ${name('n')}, 'member-' || n || '@bench.test', ${joined(rows)}
   from generate_series(1, ${rows}) n`,
  `insert into profiles (id, email, full_name, public_url, content_category, created_at)
   select id, email, name, case when n <= ${influencers} then 'member-' || n end,
     case when n <= ${influencers} then (array['Goth','Fitness','Cosplay'])[1 + n % 3] end, created_at
   from users, lateral (select substring(email from '\\d+')::int as n) numbered`,
  `insert into user_roles (user_id, role)
   select ${id('aaaa', 'n')}, case when n <= ${influencers} then 'influencer' else 'subscriber' end
   from generate_series(1, ${rows}) n`,
  `insert into subscription_plans (id, influencer_id, price_monthly_cents)
   select ${id('cccc', 'n')}, ${id('aaaa', 'n')}, 999 from generate_series(1, ${influencers}) n`,
  `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
     provider, current_period_start, current_period_end, billing_anchor)
   select ${id('aaaa', 'n')}, ${id('aaaa', `1 + n % ${influencers}`)},
     ${id('cccc', `1 + n % ${influencers}`)}, 999, 'sandbox', now() - interval '9 days',
     now() + interval '20 days', now() - interval '9 days'
   from generate_series(${influencers + 1}, ${rows}) n`,
  `insert into influencer_applications (id, full_name, email, phone, content_category, why_join,
     fingerprint, status, reviewed_at, created_at)
   select ${id('dddd', 'n')}, ${name('n')}, 'applicant-' || n || '@bench.test', '+1 555 0100', 'Travel',
     'Because of the nights.', n, ${statuses}[1 + n % 3], case when n % 3 > 0 then now() end, ${ago('n')}
   from generate_series(1, ${rows}) n`,
  `insert into tasks (id, title, assigned_to, status, due_date, created_at, completed_at)
   select ${id('eeee', 'n')}, 'Send the pictures of evening ' || n, ${id('aaaa', `1 + n % ${influencers}`)},
     ${taskStates}[1 + n % 4], ${ago('(n - 1000)')}, ${ago('n')}, case when n % 4 = 2 then now() end
   from generate_series(1, ${rows}) n`,
  `insert into audit_entries (at, actor_id, actor_email, actor_role, address, request_id, operation,
     action, entity, entity_id, label, before, after)
   select ${ago(`(${rows} - n)`)}, ${id('aaaa', '1')}, 'staff@bench.test', 'staff', '203.0.113.7',
     ${id('ffff', 'n / 3')}, 'PATCH /api/tasks', 'changed', 'tasks', ${id('eeee', 'n')}::text,
     'Send the pictures of evening ' || n, '{"status":"assigned"}', '{"status":"failed"}'
   from generate_series(1, ${rows}) n`,
  COUNT_RECORDS,
  'set session_replication_role = default',
  'vacuum (analyze)',
];

/** Fills a migrated database with this many users, applications, tasks and audit entries in SQL. */
export async function fillLists(pool: Pool, rows: number): Promise<void> {
  const client = await pool.connect();
  for (const statement of statementsFor(rows, Math.round(rows / 10))) await client.query(statement);
  client.release(true);
}
