import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { openJobRunner } from '#src/platform/jobs/jobs.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { NOTIFY_QUEUE, notifyManySubscribers, notifySubscribers } from './notify-subscribers.ts';
import { contentPosts } from './posts.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An influencer with `count` active subscribers, and a post without notifications. */
async function createPostWithSubscribers(count: number) {
  const influencer = await app.as('influencer');
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999, isActive: false })
    .returning({ id: subscriptionPlans.id });
  await app.db.execute(sql`
    with people as (
      insert into ${users} (name, email)
      select 'Fan', 'fan-' || gen_random_uuid() || '@example.test' from generate_series(1, ${count})
      returning id, email
    ), fans as (
      insert into ${profiles} (id, email, full_name) select id, email, 'Fan' from people
      returning id
    )
    insert into ${userSubscriptions} (subscriber_id, influencer_id, subscription_plan_id,
      price_cents, provider, current_period_start, current_period_end, billing_anchor)
    select id, ${influencer.id}, ${plan!.id}, 999, 'sandbox', now(), now() + interval '20 days', now()
    from fans`);
  const { id } = await publish(app, influencer);
  return { influencer, id };
}

const notify = (id: string, influencer: TestUser) =>
  app.db.transaction((tx) => notifySubscribers(tx, app.jobs, { id, influencerId: influencer.id }));

/** The notifications of a post, by subscriber. */
async function listNotifications(
  postId: string,
): Promise<{ subscriber_id: string; created_at: Date }[]> {
  const { rows } = await app.pool.query(
    'select subscriber_id, created_at from post_notifications where post_id = $1 order by 1',
    [postId],
  );
  return rows;
}
const countNotified = async (postId: string) => (await listNotifications(postId)).length;

async function countWaitingJobs(postId: string): Promise<number> {
  const { rows } = await app.pool.query(
    `select from jobs.job where name = $1 and data->>'postId' = $2`,
    [NOTIFY_QUEUE.name, postId],
  );
  return rows.length;
}

test('1,000 subscribers are notified in the transaction that publishes', async () => {
  const { influencer, id } = await createPostWithSubscribers(1_000);
  await notify(id, influencer);
  expect([await countNotified(id), await countWaitingJobs(id)]).toEqual([1_000, 0]);
});

test('1,001 subscribers are notified by a job of that transaction', async () => {
  const { influencer, id } = await createPostWithSubscribers(1_001);
  await notify(id, influencer);
  expect([await countNotified(id), await countWaitingJobs(id)]).toEqual([0, 1]);
  const runner = await openJobRunner(app.directUrl, app.log);
  try {
    await new Promise<void>((resolve, reject) => {
      runner
        .work(NOTIFY_QUEUE, ({ postId }) =>
          notifyManySubscribers(app.db, postId).then(resolve, reject),
        )
        .catch(reject);
    });
  } finally {
    await runner.stop();
  }
  expect(await countNotified(id)).toBe(1_001);
});

test('an interrupted job continues where it stopped', async () => {
  const { influencer, id } = await createPostWithSubscribers(25);
  const { rows } = await app.pool.query(
    'select subscriber_id from user_subscriptions where influencer_id = $1 order by 1',
    [influencer.id],
  );
  await app.pool.query(`
    create function fail() returns trigger language plpgsql as
      $$ begin raise 'the power went out'; end $$;
    create trigger fail before insert on post_notifications for each row
      when (new.subscriber_id = '${rows[13].subscriber_id}') execute function fail()`);
  await expect(notifyManySubscribers(app.db, id, 5)).rejects.toThrow();
  const before = await listNotifications(id);
  expect(before.map((row) => row.subscriber_id)).toEqual(
    rows.slice(0, 10).map((row) => row.subscriber_id),
  );
  await app.pool.query('drop trigger fail on post_notifications');
  await notifyManySubscribers(app.db, id, 5);
  const after = await listNotifications(id);
  expect(after).toHaveLength(25);
  expect(after.slice(0, 10)).toEqual(before);
  await notifyManySubscribers(app.db, id, 5);
  expect(await listNotifications(id)).toEqual(after);
});

test('two concurrent runs of a job notify every subscriber once', async () => {
  const { id } = await createPostWithSubscribers(200);
  await Promise.all([1, 2].map(() => notifyManySubscribers(app.db, id, 10)));
  expect(await countNotified(id)).toBe(200);
});

test('fans who may not view the post are not notified, neither directly nor by the job', async () => {
  const { influencer, id } = await createPostWithSubscribers(3);
  const past = { cancelAt: new Date(Date.now() - 1_000) };
  for (const state of [{ status: 'paused' }, { status: 'past_due' }, past] as const) {
    await subscribe(app, await app.as('subscriber'), influencer, state);
  }
  await notify(id, influencer);
  expect(await countNotified(id)).toBe(3);
  const next = await publish(app, influencer);
  await notifyManySubscribers(app.db, next.id);
  expect(await countNotified(next.id)).toBe(3);
});

test('the job of a deleted or unpublished post ends without an error', async () => {
  const { id } = await createPostWithSubscribers(3);
  await app.db.update(contentPosts).set({ publishedAt: null }).where(eq(contentPosts.id, id));
  await notifyManySubscribers(app.db, id);
  expect(await countNotified(id)).toBe(0);
  await app.db.delete(contentPosts).where(eq(contentPosts.id, id));
  await notifyManySubscribers(app.db, id);
  expect(await countNotified(id)).toBe(0);
});

test('a post of an influencer without subscribers notifies nobody', async () => {
  const { influencer, id } = await createPostWithSubscribers(0);
  await notify(id, influencer);
  expect([await countNotified(id), await countWaitingJobs(id)]).toEqual([0, 0]);
});
