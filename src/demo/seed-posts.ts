import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { StoredMedia } from '#src/demo/media/demo-files.ts';
import type { PaletteName } from '#src/demo/media/media-palettes.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import {
  influencerContent,
  postViews,
} from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DEMO_INFLUENCERS } from './people.ts';
import { CAPTIONS } from './sample-texts.ts';
import type { Seed } from './seed-context.ts';

/** One post in nine was altered with AI, and one generated. */
const AI_USE_OF_POSTS = [
  'none',
  'none',
  'altered',
  'none',
  'none',
  'none',
  'generated',
  'none',
  'none',
] as const;
const POSTS_PER_INFLUENCER = 18;
const OLDEST_DAYS = 150;
const NOTIFIED_DAYS = 12;

/** Inserts several hundred posts over the last months, with one to four files each. */
export async function seedPosts(seed: Seed, media: Map<PaletteName, StoredMedia[]>): Promise<void> {
  const { db, random, influencers, staffId, daysAgo } = seed;
  const posts: (typeof contentPosts.$inferInsert)[] = [];
  const files: (typeof contentMedia.$inferInsert)[] = [];
  for (const [index, influencer] of influencers.entries()) {
    const person = DEMO_INFLUENCERS[index]!;
    const stock = media.get(person.palette) ?? [];
    // More frequent towards today, and sorted, so that consecutive posts show different pictures.
    const ages = Array.from({ length: POSTS_PER_INFLUENCER }, () => random.next() ** 2.2);
    ages.sort((a, b) => a - b);
    for (const [number, age] of ages.entries()) {
      const id = randomUUID();
      const createdAt = daysAgo(age * OLDEST_DAYS);
      posts.push({
        id,
        influencerId: influencer.id,
        caption: random.pick(CAPTIONS),
        category: person.category,
        aiUse: AI_USE_OF_POSTS[(index * 5 + number) % AI_USE_OF_POSTS.length],
        createdBy: staffId,
        createdAt,
        updatedAt: createdAt,
        publishAt: createdAt,
        publishedAt: createdAt,
      });
      const count = random.pick([1, 1, 1, 2, 3, 4]);
      const start = index + number;
      for (let order = 0; order < Math.min(count, stock.length); order++) {
        const file = stock[(start + order) % stock.length]!;
        files.push({ ...file, postId: id, displayOrder: order, createdBy: staffId, createdAt });
      }
    }
  }
  await db.insert(contentPosts).values(posts);
  await db.insert(contentMedia).values(files);
  await notifyOfRecentPosts(seed);
  await countViews(seed);
}

// Like publishing: one for each post and subscriber. Older notifications are read.
async function notifyOfRecentPosts({ db, daysAgo }: Seed): Promise<void> {
  await db.insert(postNotifications).select(
    db
      .select({
        id: sql<string>`gen_random_uuid()`.as('id'),
        postId: sql<string>`${contentPosts.id}`.as('post_id'),
        subscriberId: userSubscriptions.subscriberId,
        createdAt: contentPosts.createdAt,
        readAt:
          sql<Date | null>`case when ${contentPosts.createdAt} < ${daysAgo(NOTIFIED_DAYS / 3)}::timestamptz then ${contentPosts.createdAt} end`.as(
            'read_at',
          ),
      })
      .from(contentPosts)
      .innerJoin(userSubscriptions, eq(userSubscriptions.influencerId, contentPosts.influencerId))
      .where(
        and(
          eq(userSubscriptions.status, 'active'),
          gt(contentPosts.createdAt, daysAgo(NOTIFIED_DAYS)),
          gt(contentPosts.createdAt, userSubscriptions.createdAt),
        ),
      ),
  );
}

// Two of three subscribers at the time of publication have viewed a post.
async function countViews({ db }: Seed): Promise<void> {
  await db.execute(sql`
    insert into ${postViews} (post_id, subscriber_id, viewed_at)
    select p.id, s.subscriber_id, p.published_at + interval '3 hours'
    from ${contentPosts} p join ${userSubscriptions} s on s.influencer_id = p.influencer_id
    where s.created_at < p.published_at and p.published_at < now() - interval '3 hours'
      and (s.ended_at is null or s.ended_at > p.published_at)
      and hashtext(p.id::text || s.subscriber_id::text) % 3 <> 0
    on conflict do nothing`);
  await db.execute(sql`
    insert into ${influencerContent} (influencer_id, post_id, view_count)
    select p.influencer_id, p.id, count(*)::int
    from ${postViews} v join ${contentPosts} p on p.id = v.post_id
    group by p.id`);
}
