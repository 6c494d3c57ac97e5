import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import {
  addScheduledPost,
  insertReview,
} from '#src/features/trust/reviews/server/reviews.testing.ts';
import { publish } from '../posts.ts';
import type { Call, CallContext } from './calls.ts';

/** A scheduled post of the influencer that somebody else made. */
async function addPost({ app, influencer }: CallContext): Promise<string> {
  const { id } = await addScheduledPost(app, influencer!, await app.as('staff'));
  return id;
}

/** A rejection of a scheduled post of the influencer. */
export async function onReview(context: CallContext): Promise<Call> {
  const rejection = { decision: 'rejected', policy: 'quality' };
  const decision = await withPolicyVersion(context.app, 'review', rejection);
  if (!context.influencer) {
    return { params: { id: randomUUID() }, body: { ...decision, contentHash: 'none' } };
  }
  await publish(context.app, context.influencer);
  const id = await addPost(context);
  const [post] = await context.app.db
    .select({
      contentHash: sql<string>`post_content_hash(${contentPosts.id}, ${contentPosts.influencerId}, ${contentPosts.caption}, ${contentPosts.aiUse})`,
    })
    .from(contentPosts)
    .where(eq(contentPosts.id, id));
  return { params: { id }, body: { ...decision, ...post } };
}

/** The undo of a decision that the caller has just made. */
export async function onDecidedReview(context: CallContext): Promise<Call> {
  const { app, influencer, user } = context;
  if (!influencer) return { params: { id: randomUUID() }, body: { reviewId: randomUUID() } };
  const id = await addPost(context);
  const decidedAt = new Date();
  const reviewId = await insertReview(app, id, {
    decision: 'rejected',
    decidedBy: user.id,
    decidedAt,
  });
  return { params: { id }, body: { reviewId } };
}
