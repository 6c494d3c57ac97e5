import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  obstaclesOf,
  requireNoObstacles,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { postPeople } from './post-people.table.ts';
import { contentPosts } from './posts.table.ts';

/** Locks the records of people before their posts, like a withdrawal does. */
export async function lockPerformers(tx: Db, ids: string[]): Promise<void> {
  await tx
    .select({ id: performers.id })
    .from(performers)
    .where(inArray(performers.id, ids))
    .orderBy(asc(performers.id))
    .for('share');
}

/**
 * Sets the people in a post beside its influencer. Allowed are those in the post already, and the
 * performers of the register in the actor's scope.
 * @throws DomainError 'invalid-input' for other people
 */
export async function setPostPeople(tx: Db, actor: Actor, postId: string, performerIds: string[]) {
  const ids = [...new Set(performerIds)];
  const { performerId } = postPeople;
  const known = await tx
    .select({ id: performers.id })
    .from(performers)
    .leftJoin(postPeople, and(eq(performerId, performers.id), eq(postPeople.postId, postId)))
    .where(
      and(
        inArray(performers.id, ids),
        or(
          isNotNull(performerId),
          and(isNull(performers.archivedAt), inScope(actor, performers.influencerId)),
        ),
      ),
    );
  if (known.length < ids.length) {
    const message = 'A person is not in the register any more';
    throw new DomainError('invalid-input', message, [{ path: 'performerIds', message }]);
  }
  await tx
    .delete(postPeople)
    .where(and(eq(postPeople.postId, postId), notInArray(performerId, ids)));
  if (ids.length === 0) return;
  await tx
    .insert(postPeople)
    .values(ids.map((id) => ({ postId, performerId: id })))
    .onConflictDoNothing();
}

/** @throws DomainError 'not-allowed-in-state' that names everybody who prevents the publication */
export async function requirePublishable(tx: Db, postId: string): Promise<void> {
  const [post] = await tx
    .select({ obstacles: obstaclesOf(contentPosts) })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId));
  requireNoObstacles(post?.obstacles ?? []);
}

/** Requires that nobody in a published post prevents that. @throws like {@link requirePublishable} */
export async function requireStillPublishable(tx: Db, postId: string): Promise<void> {
  const [published] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId), isNotNull(contentPosts.publishedAt)));
  if (published) await requirePublishable(tx, postId);
}
