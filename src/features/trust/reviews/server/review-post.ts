import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postContents } from '#src/features/content/posts/server/post-contents.table.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import {
  REVIEW_COLUMNS,
  reviewIn,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { requireTwoPeople } from '#src/features/identity/two-people/server/two-people.ts';
import { requirePolicy } from '#src/features/trust/policies/server/policies.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { UNDO_SECONDS, type Review } from '../reviews.schema.ts';
import { postReviews } from './post-reviews.table.ts';
import { isReviewable, waitsSince } from './review-list.ts';
import { changedBy, contentHash, hasApproved, listBegunReviews } from './review-record.ts';

const refusal = (message: string) => new DomainError('not-allowed-in-state', message);

/**
 * Decides about exactly the content that was shown. A flagged post is approved with the second
 * approval. The job publishes it once the decision cannot be undone any more.
 * @throws DomainError 'not-found', 'conflict' if the content or the reason has changed in the meantime,
 *   'not-allowed-in-state' for a post that is not scheduled, own content, or a decision that stands
 */
export function reviewPost(
  { db }: { db: Db },
  actor: Actor,
  { id, ...review }: Review & { id: string },
): Promise<{ reviewId: string }> {
  return db.transaction(async (tx) => {
    await lockPost(tx, actor, id);
    const post = await readPost(tx, actor, id);
    if (!post.isReviewable) throw refusal('Only a scheduled post can be reviewed.');
    if (post.contentHash !== review.contentHash) {
      throw new DomainError('conflict', 'The post has changed since you opened it.');
    }
    requirePossible(review, post, actor);
    if (review.decision === 'approved') await requireIndependent(tx, actor, id);
    const reason = await readReason(tx, review);
    const [stored] = await tx
      .insert(postReviews)
      .values({
        postId: id,
        influencerId: post.influencerId,
        contentHash: review.contentHash,
        decision: review.decision,
        ...reason,
        waitedSince: post.waitsSince,
        decidedBy: actor.userId,
      })
      .returning({ reviewId: postReviews.id });
    await publishChange(tx, post.influencerId);
    return stored!;
  });
}

/**
 * Undoes the own newest decision about a post within {@link UNDO_SECONDS}.
 * @throws DomainError 'not-found', 'not-allowed-in-state' if it is too late or another decision followed
 */
export function undoReview(
  { db }: { db: Db },
  actor: Actor,
  { id, reviewId }: { id: string; reviewId: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPost(tx, actor, id);
    const [newest] = await tx
      .select({ id: postReviews.id })
      .from(postReviews)
      .where(and(eq(postReviews.postId, id), isNull(postReviews.undoneAt)))
      .orderBy(desc(postReviews.position))
      .limit(1);
    const undone = await tx
      .update(postReviews)
      .set({ undoneAt: sql`clock_timestamp()` })
      .where(
        and(
          eq(postReviews.id, reviewId),
          eq(postReviews.id, newest?.id ?? reviewId),
          eq(postReviews.postId, id),
          eq(postReviews.decidedBy, actor.userId),
          isNull(postReviews.undoneAt),
          sql`${postReviews.decidedAt} > clock_timestamp() - make_interval(secs => ${UNDO_SECONDS})`,
        ),
      )
      .returning({ influencerId: postReviews.influencerId });
    if (!undone[0]) {
      throw refusal('It’s too late to undo this decision, or another one followed.');
    }
    await publishChange(tx, undone[0].influencerId);
  });
}

/** Locked first, so that the content is read after every change in progress. */
async function lockPost(tx: Db, actor: Actor, id: string): Promise<void> {
  const [locked] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)))
    .for('no key update');
  if (!locked) throw new DomainError('not-found', 'Post not found');
}

/** The reason of a decision against a post. @throws DomainError of `requirePolicy` */
async function readReason(tx: Db, review: Review) {
  if (review.decision === 'approved') return {};
  const { decision, policyVersion: id, note } = review;
  const { policy } = await requirePolicy(tx, { area: 'review', decision, id });
  return { policy, note: note || null };
}

type Reviewed = Awaited<ReturnType<typeof readPost>>;

async function readPost(tx: Db, actor: Actor, id: string) {
  const [post] = await tx
    .select({
      influencerId: contentPosts.influencerId,
      isReviewable: sql<boolean>`${isReviewable}`,
      contentHash,
      changedBy,
      waitsSince,
      state: sql<PostReviewState>`(select ${REVIEW_COLUMNS.state} from ${reviewIn(contentPosts)})`,
      hasApproved: hasApproved(actor.userId),
      aiUse: contentPosts.aiUse,
      hasUnfinishedFiles: sql<boolean>`exists (select from ${contentMedia}
        where ${contentMedia.postId} = ${contentPosts.id} and ${contentMedia.state} <> 'ready')`,
    })
    .from(contentPosts)
    .leftJoin(postContents, eq(postContents.postId, contentPosts.id))
    .where(eq(contentPosts.id, id));
  return post!;
}

function requirePossible({ decision }: Review, post: Reviewed, { userId }: Actor): void {
  if (decision !== 'approved') {
    if (decision === post.state) throw refusal('This has been decided already.');
    return;
  }
  if (post.changedBy === userId) {
    throw refusal('You made this version of the post, so somebody else has to approve it.');
  }
  if (post.hasUnfinishedFiles) {
    throw refusal('Its files are still being processed, or one of them failed.');
  }
  if (post.aiUse === null) {
    throw refusal('The post doesn’t say whether AI was used. Say so in the post, then approve it.');
  }
  if (post.state === 'approved') throw refusal('This has been decided already.');
  if (post.hasApproved) {
    throw refusal('You have approved it already. A second person has to approve it too.');
  }
}

/** Requires that the reviewer is independent of who made the content, and of who approved it before. */
async function requireIndependent(tx: Db, actor: Actor, id: string): Promise<void> {
  for (const begun of await listBegunReviews(tx, id)) await requireTwoPeople(tx, actor, begun);
}

async function publishChange(tx: Db, influencerId: string | null): Promise<void> {
  await publishLiveEvent(tx, { topic: 'media', influencerId });
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, influencerId });
}
