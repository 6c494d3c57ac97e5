import { sql } from 'drizzle-orm';
import { seedPolicies } from '#src/demo/complaints/seed-policies.ts';
import type { Seed } from '#src/demo/seed-context.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { bannedTerms } from '#src/features/identity/banned-terms/server/banned-terms.table.ts';
import { postReviews } from '#src/features/trust/reviews/server/post-reviews.table.ts';

/** The influencers of whom one scheduled post each was approved, returned and rejected. */
const DECIDED = [
  { influencer: 4, decision: 'approved', policy: null, note: null },
  {
    influencer: 5,
    decision: 'changes-requested',
    policy: 'caption',
    note: 'Please leave out the price. It can change before the post is published.',
  },
  {
    influencer: 6,
    decision: 'rejected',
    policy: 'rights',
    note: 'The poster on the wall is somebody else’s work.',
  },
] as const;

/** Banned terms, reviews of posts, and policies that were changed since. */
export async function seedReviews(seed: Seed): Promise<void> {
  await seedDecisions(seed);
  await seedPolicies(seed);
}

/** Banned terms, reviews of the posts of the last weeks, and of the next scheduled ones of some influencers. */
async function seedDecisions({ db, influencers, adminId }: Seed): Promise<void> {
  await db.insert(bannedTerms).values([
    { term: 'grey heron', level: 'refuse', createdBy: adminId },
    { term: 'skylight', level: 'flag', createdBy: adminId },
  ]);
  const columns = sql`(post_id, influencer_id, content_hash, decision, policy, note, waited_since, decided_by, decided_at)`;
  const hash = sql`post_content_hash(p.id, p.influencer_id, p.caption, p.ai_use)`;
  await db.execute(sql`
    insert into ${postReviews} ${columns}
    select p.id, p.influencer_id, ${hash}, 'approved', null, null,
      p.published_at - make_interval(mins => 40 + abs(hashtext(p.id::text)) % 300
        + case when abs(hashtext(p.id::text)) % 17 = 0 then 1800 else 0 end),
      case when abs(hashtext(p.id::text)) % 3 = 0
        then (select ${users.id} from ${users} where ${users.email} = 'scout@demo.test')
        else ${adminId}::uuid end,
      p.published_at - make_interval(mins => 5 + abs(hashtext(p.id::text)) % 30)
    from ${contentPosts} p
    where p.published_at > now() - interval '60 days' and p.created_by is distinct from ${adminId}::uuid
    order by p.published_at`);
  for (const { influencer, decision, policy, note } of DECIDED) {
    await db.execute(sql`
      insert into ${postReviews} ${columns}
      select p.id, p.influencer_id, ${hash}, ${decision}, ${policy}, ${note},
        now() - interval '5 hours', ${adminId}::uuid, now() - interval '3 hours'
      from ${contentPosts} p
      where p.influencer_id = ${influencers[influencer]!.id} and p.publish_at > now()
        and p.published_at is null and p.created_by is distinct from ${adminId}::uuid
      order by p.publish_at limit 1`);
  }
}
