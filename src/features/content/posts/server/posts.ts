import { and, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type {
  draftSchema,
  newPostSchema,
  postChangeSchema,
  publishedDraftSchema,
  savedDraftSchema,
} from '../posts.schema.ts';
import { placeMedia } from './set-post-media.ts';
import { postInScope } from './post-scope.ts';
import { contentPosts } from './posts.table.ts';
import { PRESENT, publishWhenReady } from './publishing.ts';

type Dependencies = { db: Db; jobs: Jobs };
type NewPost = z.output<typeof newPostSchema>;
type Draft = z.output<typeof draftSchema>;
export type PostVersion = { id: string; version: number };

/**
 * Makes a post that becomes visible at its time, or at once; in either case not before its files
 * are ready.
 * @throws DomainError 'invalid-input' for an unknown influencer or a time that has passed,
 *   'conflict' when a file is not (or no longer) the actor's to use, 'not-allowed-in-state' when
 *   one has failed
 */
export const createPost = ({ db, jobs }: Dependencies, actor: Actor, post: NewPost) =>
  db.transaction(async (tx): Promise<PostVersion> => {
    const blank = await insertDraft(tx, actor, { caption: '', category: null, influencerId: null });
    return complete({ db: tx, jobs }, actor, { ...post, ...blank });
  });

/** Keeps what there is of a post, for later. */
export const createDraft = ({ db }: Dependencies, actor: Actor, draft: Draft) =>
  db.transaction(async (tx): Promise<PostVersion> => {
    if (draft.influencerId)
      await requireChosenInfluencer(tx, actor, 'influencerId', draft.influencerId);
    const created = await insertDraft(tx, actor, draft);
    await placeMedia(tx, actor, created.id, draft.mediaIds);
    return created;
  });

/** @throws DomainError 'conflict' when it was changed meanwhile, by whomever */
export const saveDraft = (
  { db }: Dependencies,
  actor: Actor,
  { id, version, mediaIds, ...draft }: z.output<typeof savedDraftSchema> & { id: string },
) =>
  db.transaction(async (tx): Promise<PostVersion> => {
    if (draft.influencerId)
      await requireChosenInfluencer(tx, actor, 'influencerId', draft.influencerId);
    const isDraft = isNull(contentPosts.publishAt);
    const saved = await change(tx, actor, { id, version }, draft, isDraft);
    if (!draft.influencerId) await requirePost(tx, actor, id);
    await placeMedia(tx, actor, id, mediaIds);
    return saved;
  });

/** Publishes or schedules a draft, or gives a scheduled post another time. */
export const publishDraft = (
  { db, jobs }: Dependencies,
  actor: Actor,
  post: z.output<typeof publishedDraftSchema> & { id: string },
) => db.transaction((tx) => complete({ db: tx, jobs }, actor, post));

/** Makes a draft of a scheduled post again. */
export const unschedulePost = ({ db }: Dependencies, actor: Actor, post: PostVersion) =>
  change(
    db,
    actor,
    post,
    { publishAt: null },
    and(isNotNull(contentPosts.publishAt), isNull(contentPosts.publishedAt)),
  );

/** Changes what a scheduled or published post says. */
export const updatePost = (
  { db }: Dependencies,
  actor: Actor,
  { id, version, ...said }: z.output<typeof postChangeSchema> & { id: string },
) => change(db, actor, { id, version }, said, isNotNull(contentPosts.publishAt));

/**
 * Deletes a post with all that hangs on it; a trigger notes its files, a job removes them. Files
 * that were handed in for a task stay with it.
 */
export const deletePost = ({ db, jobs }: Dependencies, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    await tx
      .update(contentMedia)
      .set({ postId: null, displayOrder: null })
      .where(and(eq(contentMedia.postId, id), isNotNull(contentMedia.taskId)));
    const deleted = await tx
      .delete(contentPosts)
      .where(and(eq(contentPosts.id, id), postInScope(actor)))
      .returning({ id: contentPosts.id });
    if (deleted.length === 0) throw new DomainError('not-found', 'Post not found');
    await jobs.enqueue(tx, FILES_QUEUE, {});
  });

/** Removes drafts that say nothing and hold nothing, untouched since `olderThan`. */
export async function sweepBlankDrafts(db: Db, olderThan: Date): Promise<void> {
  const isBlank = and(
    isNull(contentPosts.publishAt),
    isNull(contentPosts.influencerId),
    isNull(contentPosts.category),
    sql`btrim(${contentPosts.caption}) = ''`,
    sql`not exists (select from ${contentMedia} where ${contentMedia.postId} = ${contentPosts.id})`,
  );
  await db.delete(contentPosts).where(and(isBlank, lt(contentPosts.updatedAt, olderThan)));
}

async function insertDraft(tx: Db, actor: Actor, post: Omit<Draft, 'mediaIds'>) {
  const { caption, category, influencerId } = post;
  const [created] = await tx
    .insert(contentPosts)
    .values({ caption, category, influencerId, createdBy: actor.userId })
    .returning({ id: contentPosts.id, version: contentPosts.version });
  return created!;
}

/** Gives a post that is not visible yet all that it needs, and publishes it if it can be now. */
async function complete(
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, version, mediaIds, publishAt, ...said }: NewPost & PostVersion,
): Promise<PostVersion> {
  await requireChosenInfluencer(db, actor, 'influencerId', said.influencerId);
  if (publishAt && new Date(publishAt) <= new Date()) {
    throw invalid('publishAt', 'Choose a time in the future');
  }
  const saved = await change(
    db,
    actor,
    { id, version },
    { ...said, publishAt: publishAt ? new Date(publishAt) : PRESENT },
    isNull(contentPosts.publishedAt),
  );
  const files = await placeMedia(db, actor, id, mediaIds);
  if (files.some(({ state }) => state === 'failed')) {
    throw new DomainError('not-allowed-in-state', 'Retry or remove the files that failed');
  }
  await publishWhenReady(db, jobs, id);
  return saved;
}

type Change = {
  [K in 'caption' | 'category' | 'influencerId' | 'publishAt']?:
    | (typeof contentPosts.$inferInsert)[K]
    | SQL;
};

/** Changes the present version of a post that is in the right state, and no other. */
async function change(
  tx: Db,
  actor: Actor,
  { id, version }: PostVersion,
  values: Change,
  isInState: SQL | undefined,
): Promise<PostVersion> {
  const [changed] = await tx
    .update(contentPosts)
    .set({ ...values, version: version + 1 })
    .where(
      and(
        eq(contentPosts.id, id),
        eq(contentPosts.version, version),
        isInState,
        postInScope(actor),
      ),
    )
    .returning({ id: contentPosts.id, version: contentPosts.version });
  if (changed) return changed;
  const [present] = await tx
    .select({ version: contentPosts.version })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)));
  if (!present) throw new DomainError('not-found', 'Post not found');
  if (present.version === version) throw new DomainError('not-allowed-in-state');
  throw new DomainError('conflict', 'The post was changed meanwhile');
}

/** A draft without an influencer is its maker's: nobody loses one by taking the influencer out. */
async function requirePost(tx: Db, actor: Actor, id: string): Promise<void> {
  const [mine] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)));
  if (!mine) throw invalid('influencerId', 'Influencer is required');
}

const invalid = (path: string, message: string) =>
  new DomainError('invalid-input', message, [{ path, message }]);
