import { isNull, or, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import type { TestApp } from '#test/harness.ts';
import { count } from './kill-client.ts';

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

/** What still waits for the worker: files, posts, payment events, refunds, and calls to the provider. */
export async function countUnfinished(app: TestApp): Promise<number> {
  const waiting = await Promise.all([
    count(app, refunds, isNull(refunds.transactionId)),
    count(
      app,
      providerChanges,
      or(
        providerChanges.concernsRenewals,
        providerChanges.concernsPause,
        providerChanges.concernsPrice,
      ),
    ),
    count(app, contentMedia, sql`${contentMedia.postId} is not null and state <> 'ready'`),
    count(app, contentPosts, isNull(contentPosts.publishedAt)),
    app.db
      .execute(sql`select from payment_events where handled_at is null`)
      .then(({ rows }) => rows.length),
  ]);
  return waiting.reduce((sum, number) => sum + number, 0);
}

/** Lets the time pass after which the job of a killed worker is retried. */
export async function retryInterruptedJobs({ db }: TestApp): Promise<void> {
  await db.execute(sql`
    update jobs.job set started_on = started_on - interval '1 day'
    where state = 'active' and started_on < now() - interval '30 seconds'`);
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
}
