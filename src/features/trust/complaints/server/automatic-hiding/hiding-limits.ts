import { and, count, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { rateLimits } from '#src/platform/http/rate-limits.table.ts';
import { postsHiddenPerDay, REPORTER_LIMIT, NETWORK_LIMIT } from '../../complaints.rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Counted = {
  influencerId: string;
  /** The address of the reporter; null for anonymous reports, which count by network. */
  email: string | null;
  network: string;
};

const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Reads a counter and locks it until the transaction ends, so that parallel reports count one by one. */
async function lockCounter(tx: Db, key: string, durationMs: number): Promise<number> {
  const isRunning = sql`${rateLimits.expire} > ${nowMs}`;
  const [counter] = await tx
    .insert(rateLimits)
    .values({ key, points: 0, expire: sql`${nowMs} + ${durationMs}` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isRunning} then ${rateLimits.points} else 0 end`,
        expire: sql`case when ${isRunning} then ${rateLimits.expire} else excluded.expire end`,
      },
    })
    .returning({ points: rateLimits.points });
  return counter!.points;
}

async function countPosts(tx: Db, influencerId: string): Promise<number> {
  const [posts] = await tx
    .select({ count: count() })
    .from(contentPosts)
    .where(
      and(
        eq(contentPosts.influencerId, influencerId),
        or(isNotNull(contentPosts.publishedAt), isNotNull(contentPosts.hiddenAt)),
      ),
    );
  return posts!.count;
}

/**
 * Counts a report that would hide a post at once: for its reporter and influencer by day, for its network
 * by hour. The counters are locked in the same order by everyone.
 * @returns whether it is within all limits; if not, it counts for none
 */
export async function countHiding(
  tx: Db,
  { influencerId, email, network }: Counted,
): Promise<boolean> {
  const ofInfluencer = `hiding-influencer:${influencerId}`;
  const ofReporter = `hiding-reporter:${email?.toLowerCase() ?? network}`;
  const ofNetwork = `hiding-network:${network}`;
  const hidden = await lockCounter(tx, ofInfluencer, DAY_MS);
  const reported = await lockCounter(tx, ofReporter, DAY_MS);
  const received = await lockCounter(tx, ofNetwork, HOUR_MS);
  const isWithin =
    hidden < postsHiddenPerDay(await countPosts(tx, influencerId)) &&
    reported < REPORTER_LIMIT &&
    received < NETWORK_LIMIT;
  if (!isWithin) return false;
  await tx
    .update(rateLimits)
    .set({ points: sql`${rateLimits.points} + 1` })
    .where(inArray(rateLimits.key, [ofInfluencer, ofReporter, ofNetwork]));
  return true;
}
