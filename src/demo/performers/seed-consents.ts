import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { formatUtcDay } from '#src/lib/dates.ts';

/** How many posts the first influencer made with her co-performer. */
const SHARED_POSTS = 3;

/**
 * Gives every influencer a consent for all own posts, and adds people to some posts: one who consented,
 * one who withdrew, and one who is not verified yet.
 */
export async function seedConsents(seed: Seed): Promise<void> {
  const { db, influencers, daysAgo, staffId } = seed;
  const all = await db.select().from(performers);
  const own = all.filter(({ kind }) => kind === 'influencer');
  const startsOn = formatUtcDay(daysAgo(900));
  await db.insert(consents).values(
    own.map(({ id, influencerId }, index) => ({
      id: randomUUID(),
      performerId: id,
      kind: 'period' as const,
      scopes: ['subscription' as const, 'public-preview' as const, 'marketing' as const],
      influencerId,
      startsOn,
      givenOn: startsOn,
      method: index % 2 === 0 ? ('paper' as const) : ('electronic' as const),
      note: index % 2 === 0 ? `Folder ${index + 1}` : '',
      recordedBy: staffId,
      createdAt: daysAgo(80),
    })),
  );
  const [first, second] = [influencers[0]!.id, influencers[1]!.id];
  const idOf = (name: string) => all.find(({ fullName }) => fullName === name)!.id;
  const shared = await newestPosts(seed, first, SHARED_POSTS + 1);
  await consentToPosts(seed, idOf('Mara Vale'), first, shared.slice(0, SHARED_POSTS));
  await withdrawFrom(seed, idOf('Ivo Tarn'), shared[SHARED_POSTS]!);
  const [scheduled] = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(
      and(
        eq(contentPosts.influencerId, second),
        isNotNull(contentPosts.publishAt),
        isNull(contentPosts.publishedAt),
      ),
    )
    .limit(1);
  if (scheduled) await tag(seed, idOf('Teo Marsh'), [scheduled.id]);
}

async function newestPosts({ db }: Seed, influencerId: string, count: number): Promise<string[]> {
  const found = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.influencerId, influencerId), isNotNull(contentPosts.publishedAt)))
    .orderBy(desc(contentPosts.publishedAt))
    // The newest ones are the examples of other screens.
    .offset(4)
    .limit(count);
  return found.map(({ id }) => id);
}

const tag = ({ db }: Seed, performerId: string, postIds: string[]) =>
  db.insert(postPeople).values(postIds.map((postId) => ({ performerId, postId })));

async function consentToPosts(
  seed: Seed,
  performerId: string,
  influencerId: string,
  postIds: string[],
): Promise<void> {
  const { db, daysAgo, staffId } = seed;
  await db.insert(consents).values({
    id: randomUUID(),
    performerId,
    kind: 'period',
    scopes: ['subscription', 'public-preview'],
    influencerId,
    startsOn: formatUtcDay(daysAgo(400)),
    givenOn: formatUtcDay(daysAgo(38)),
    method: 'video',
    note: 'Recorded on the set',
    recordedBy: staffId,
    createdAt: daysAgo(37),
  });
  await tag(seed, performerId, postIds);
}

/** Gives a consent for one post and withdraws it, which takes the post down. */
async function withdrawFrom(seed: Seed, performerId: string, postId: string): Promise<void> {
  const { db, daysAgo, staffId, adminId } = seed;
  const id = randomUUID();
  await tag(seed, performerId, [postId]);
  await db.insert(consents).values({
    id,
    performerId,
    kind: 'post',
    scopes: ['subscription'],
    postId,
    givenOn: formatUtcDay(daysAgo(30)),
    method: 'email',
    recordedBy: staffId,
    createdAt: daysAgo(29),
  });
  await db
    .update(consents)
    .set({
      withdrawnAt: daysAgo(2),
      withdrawnBy: adminId,
      withdrawalReason: 'Asked by phone: a new employer',
    })
    .where(eq(consents.id, id));
}
