import { eq } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { TestApp } from '#test/harness.ts';

/** Adds everything that the checklist of an influencer contains. */
export async function makeComplete(app: TestApp, { id }: { id: string }): Promise<void> {
  await app.db
    .update(profiles)
    .set({
      dateOfBirth: '1997-04-12',
      contentCategory: 'Cosplay',
      publicUrl: `complete-${id}`,
      bio: 'Late evenings, soft light.',
      avatarUrl: 'https://example.com/portrait.jpg',
    })
    .where(eq(profiles.id, id));
  await app.db.insert(subscriptionPlans).values({ influencerId: id, priceMonthlyCents: 1_500 });
  await app.db.insert(contentPosts).values({
    influencerId: id,
    caption: 'The first evening',
    category: 'Cosplay',
    aiUse: 'none',
    publishAt: new Date(0),
    publishedAt: new Date(0),
  });
}
