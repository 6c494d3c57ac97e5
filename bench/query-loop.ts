import type { Pool } from 'pg';
import { createPostListing } from '#src/features/content/posts/server/post-listing.ts';
import type { Measured } from './load.ts';
import { options } from './options.ts';

/** Measures the feed query alone, with one caller per connection of the load. */
export async function measureQuery(pool: Pool, seconds: number): Promise<Measured> {
  const listing = createPostListing(pool, { paymentsOpen: true });
  const { rows: fans } = await pool.query<{ id: string }>(
    "select user_id as id from user_roles where role = 'subscriber'",
  );
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  let nextFan = 0;
  async function caller(): Promise<void> {
    for (let now = performance.now(); now < end;) {
      const userId = fans[nextFan++ % fans.length]!.id;
      await listing.list('mine', { userId, role: 'subscriber', isLimited: false }, {});
      const after = performance.now();
      latencies.push(after - now);
      now = after;
    }
  }
  await Promise.all(Array.from({ length: options.connections }, caller));
  const sorted = latencies.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]!);
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures: 0,
    loadShare: 0,
  };
}
