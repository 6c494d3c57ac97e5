import { sql } from 'drizzle-orm';
import { QUEUES } from '#src/server/queues.ts';
import type { TestApp } from '#test/harness.ts';

/** Counts of records that only half of an operation could leave behind. */
export async function countHalfStates(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.db.execute<Record<string, number>>(sql`
    select
      (select count(*)::int from users left join profiles using (id)
        left join user_roles on user_roles.user_id = users.id
        left join credentials c on c.user_id = users.id
        where profiles.id is null or user_roles.user_id is null or c.user_id is null) as users,
      (select count(*)::int from content_posts p where published_at is not null and not exists (
        select from content_media m where m.post_id = p.id and m.state = 'ready')) as posts,
      (select count(*)::int from checkouts c where status = 'completed' and not exists (
        select from ledger_transactions t
        where t.provider_reference = 'sandbox_payment_' || c.id)) as checkouts,
      (select count(*)::int from user_subscriptions s where not exists (
        select from ledger_transactions t where t.subscription_id = s.id)) as subscriptions`);
  return rows[0]!;
}

/** What still waits for the worker: files, posts, payment events, refunds, calls to the provider, and jobs. */
export async function listUnfinished(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.execute<{ what: string }>(sql`
    select 'refund ' || id || ', ' || coalesce(failure_reason, 'no failure') as what
      from refunds where transaction_id is null
    union all
    select 'provider change of ' || subscription_id from provider_changes
      where concerns_renewals or concerns_pause or concerns_price
    union all
    select 'file ' || id || ', ' || state from content_media where post_id is not null and state <> 'ready'
    union all
    select 'post ' || id || ' at ' || publish_at from content_posts where published_at is null
    union all
    select 'event ' || type || ', ' || coalesce(last_error, 'no error') from payment_events
      where handled_at is null
    union all
    select 'job ' || name || ', ' || state || ', retry ' || retry_count || ', ' || coalesce(output::text, '')
      from jobs.job where name in ${QUEUES.map(({ name }) => name)}
      and (state in ('retry', 'active', 'failed') or state = 'created' and start_after <= now())`);
  return rows.map(({ what }) => what);
}
