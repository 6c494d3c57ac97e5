import { randomUUID } from 'node:crypto';
import { notifyManySubscribers } from '#src/features/content/posts/server/notify-subscribers.ts';
import { raceAndPrint } from './race.ts';
import { summarizeRuns, signIn, type BenchSetup } from './studio-setup.ts';

const SUBSCRIBERS = 100_000;

async function fillSubscribers({ pool }: BenchSetup, influencerId: string): Promise<void> {
  const planId = randomUUID();
  const client = await pool.connect();
  // Skips foreign key checks; notifications reference only profiles.
  for (const statement of [
    'set session_replication_role = replica',
    `insert into profiles (id, email, full_name)
     select gen_random_uuid(), 'fan-' || n || '@bench.test', 'Fan'
     from generate_series(1, ${SUBSCRIBERS}) n`,
    `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
       provider, current_period_start, current_period_end, billing_anchor)
     select id, '${influencerId}', '${planId}', 999, 'sandbox', now(), now() + interval '20 days', now()
     from profiles where email like 'fan-%'`,
    'set session_replication_role = default',
    'vacuum (analyze)',
  ]) {
    await client.query(statement);
  }
  client.release(true);
}

/** Compares notifying all subscribers of a post. */
export async function raceFanOut(setup: BenchSetup): Promise<void> {
  const { pool, db } = setup;
  const { id: influencerId } = await signIn(setup, 'influencer');
  await fillSubscribers(setup, influencerId);

  const repeatRuns = (notify: (postId: string) => Promise<unknown>) => async (seconds: number) => {
    const durations: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      const postId = randomUUID();
      await pool.query(
        `insert into content_posts (id, influencer_id, caption, category, ai_use, publish_at, published_at)
         values ($1, $2, 'News', 'Goth', 'none', now(), now())`,
        [postId, influencerId],
      );
      const start = performance.now();
      await notify(postId);
      durations.push(performance.now() - start);
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from post_notifications where post_id = $1',
        [postId],
      );
      if (rows[0]!.count !== SUBSCRIBERS) throw new Error(`${rows[0]!.count} were notified`);
      await pool.query('truncate post_notifications');
    }
    return summarizeRuns(durations.length * SUBSCRIBERS, durations);
  };
  await raceAndPrint(
    `Notifications of one post to ${SUBSCRIBERS} subscribers`,
    [
      { name: 'Velvet Rope', measure: repeatRuns((postId) => notifyManySubscribers(db, postId)) },
      {
        name: 'one bare INSERT … SELECT',
        measure: repeatRuns((postId) =>
          pool.query(
            `insert into post_notifications (post_id, subscriber_id)
             select $1, subscriber_id from user_subscriptions
             where influencer_id = $2 and status = 'active'`,
            [postId, influencerId],
          ),
        ),
      },
    ],
    'notifications',
  );
}
