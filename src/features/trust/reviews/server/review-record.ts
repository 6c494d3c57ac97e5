import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { VerificationState } from '#src/features/agency/performers/verification.schema.ts';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
import { postContents } from '#src/features/content/posts/server/post-contents.table.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  obstaclesOf,
  statedAiUse,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { Begun } from '#src/features/identity/two-people/server/two-people.ts';
import type { Category } from '#src/lib/categories.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  jsonArray,
  jsonObject,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { ReviewRecord, reviewRecordSchema } from '../reviews.schema.ts';
import { postReviews } from './post-reviews.table.ts';
import { isReviewable, REVIEW_ROW, REVIEWED_POSTS } from './review-list.ts';

type Person = ReviewRecord['people'][number];

/** The hash of the present content of a post. */
export const contentHash = sql<string>`post_content_hash(
  ${contentPosts.id}, ${contentPosts.influencerId}, ${contentPosts.caption}, ${contentPosts.aiUse})`;

/** Who made the present content of a post. */
export const changedBy = sql<
  string | null
>`coalesce(${postContents.changedBy}, ${contentPosts.createdBy})`;

const person = sql`person`;
const people = sql<Person[]>`(
  select ${jsonArray(
    jsonObject({
      id: sql<string>`${person}.performer_id`,
      fullName: sql<string>`${person}.full_name`,
      isInfluencer: sql<boolean>`${person}.is_influencer`,
      verification: sql<VerificationState>`${person}.verification`,
      consent: sql<Person['consent']>`case
        when ${person}.withdrawn_at >= coalesce(${person}.consented_at, '-infinity') then 'withdrawn'
        when ${person}.consented_at is null then 'missing' else 'given' end`,
    } satisfies SelectionOf<Person>),
    sql`${person}.is_influencer desc, ${person}.full_name`,
  )}
  from people_of_post(${contentPosts.id}, ${contentPosts.influencerId}, ${contentPosts.publishAt}) ${person})`;

/** The decisions about a post that stand, newest first. */
function listDecisions(db: Db, postId: string) {
  return db
    .select({
      id: postReviews.id,
      decision: postReviews.decision,
      reason: postReviews.policyTitle,
      note: postReviews.note,
      decidedBy: nameOrEmail<string | null>(users),
      decidedAt: postReviews.decidedAt,
      isCurrent: sql<boolean>`${postReviews.contentHash} = ${contentHash}`,
    })
    .from(postReviews)
    .innerJoin(contentPosts, eq(contentPosts.id, postReviews.postId))
    .leftJoin(users, eq(users.id, postReviews.decidedBy))
    .where(and(eq(postReviews.postId, postId), isNull(postReviews.undoneAt)))
    .orderBy(desc(postReviews.position));
}

/** Who approved the present content after the last decision against it. */
const approvers = sql`
  select ${postReviews.decidedBy} from ${postReviews} where ${postReviews.postId} = ${contentPosts.id}
    and ${postReviews.decision} = 'approved' and ${postReviews.undoneAt} is null
    and ${postReviews.contentHash} = ${contentHash}
    and not exists (select from ${postReviews} later where later.post_id = ${contentPosts.id}
      and later.position > ${postReviews.position} and later.undone_at is null
      and later.content_hash = ${postReviews.contentHash} and later.decision <> 'approved')`;

/** Whether a person approved the present content. */
export function hasApproved(userId: string) {
  return sql<boolean>`${userId}::uuid in (${approvers})`;
}

/**
 * The present content of a post, as somebody made it and others approved it. Reviews are daily work of
 * everybody, so they need no admin.
 */
export async function listBegunReviews(db: Db, id: string): Promise<Begun[]> {
  const [post] = await db
    .select({
      changedBy,
      approvedBy: sql<string[]>`array(${approvers})`,
      begunAt: postContents.waitsSince,
    })
    .from(contentPosts)
    .leftJoin(postContents, eq(postContents.postId, contentPosts.id))
    .where(eq(contentPosts.id, id));
  const people = [post?.changedBy, ...(post?.approvedBy ?? [])];
  // Content that nobody made, such as what was imported, has only its reviewers.
  return people.flatMap((begunBy) =>
    begunBy
      ? { rule: 'post-review', recordId: id, begunBy, begunAt: post!.begunAt, needsAdmin: false }
      : [],
  );
}

/** A post to review. @throws DomainError 'not-found', also for a post that is not scheduled */
export async function getReview(
  { db, pool, mediaTokens }: { db: Db; pool: Pool; mediaTokens: MediaTokens },
  actor: Actor,
  id: string,
): Promise<z.input<typeof reviewRecordSchema>> {
  const [found] = await selectRows(
    pool,
    {
      ...REVIEW_ROW,
      category: sql<Category>`${contentPosts.category}`,
      aiUse: contentPosts.aiUse,
      statedAiUse: statedAiUse(contentPosts.id),
      contentHash,
      changedBy: sql<string | null>`(select ${nameOrEmail(users)} from ${users}
        where ${users.id} = ${changedBy})`,
      media: sql<StudioMedia[]>`(
        select ${jsonArray(STUDIO_MEDIA, sql`${contentMedia.displayOrder}`)}
        from ${contentMedia} where ${contentMedia.postId} = ${contentPosts.id})`,
      people,
      obstacles: obstaclesOf(contentPosts),
      approvalRefusal: sql<ReviewRecord['approvalRefusal']>`case
        when ${changedBy} = ${actor.userId} then 'own-content'
        when ${hasApproved(actor.userId)} then 'approved-already' end`,
    },
    (columns) => sql`select ${columns} from ${REVIEWED_POSTS}
      where ${and(eq(contentPosts.id, id), isReviewable, postInScope(actor))}`,
  );
  if (!found) throw new DomainError('not-found', 'No post to review');
  const mediaToken = mediaTokens.issue(actor.sessionId);
  return { ...found, decisions: await listDecisions(db, id), mediaToken };
}
