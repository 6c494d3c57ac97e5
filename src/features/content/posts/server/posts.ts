import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type {
  draftSchema,
  newPostSchema,
  postChangeSchema,
  publishedDraftSchema,
  savedDraftSchema,
} from '../posts.schema.ts';
import { adoptStatedAiUse } from './contents/adopt-stated-ai-use.ts';
import { recordContent, submitForReview } from './contents/post-contents.ts';
import {
  lockPerformers,
  requirePublishable,
  requireStillPublishable,
  setPostPeople,
} from './post-people.ts';
import { postInScope } from './post-scope.ts';
import { contentPosts } from './posts.table.ts';
import { ownTimeZone, PRESENT, publishWhenReady } from './publishing.ts';
import { setPostMedia } from './set-post-media.ts';

type Dependencies = { db: Db; jobs: Jobs };
type NewPost = z.output<typeof newPostSchema>;
type Draft = z.output<typeof draftSchema>;
export type PostVersion = { id: string; version: number };

/**
 * Creates a post and publishes it at its time or immediately, but not before its files are ready.
 * @throws DomainError 'invalid-input' for an unknown influencer or a time in the past, 'conflict' when
 *   the actor cannot use a file (any more), 'not-allowed-in-state' when a file has failed, or when
 *   somebody in a post that is to be published now prevents that
 */
export function createPost({ db, jobs }: Dependencies, actor: Actor, post: NewPost) {
  return db.transaction(async (tx): Promise<PostVersion> => {
    const blank = await insertDraft(tx, actor, BLANK);
    return savePublication({ db: tx, jobs }, actor, { ...post, ...blank });
  });
}

/** Creates a draft, which may be incomplete. */
export function createDraft({ db }: Dependencies, actor: Actor, draft: Draft) {
  return db.transaction(async (tx): Promise<PostVersion> => {
    if (draft.influencerId)
      await requireChosenInfluencer(tx, actor, 'influencerId', draft.influencerId);
    const created = await insertDraft(tx, actor, draft);
    await setPostPeople(tx, actor, created.id, draft.performerIds ?? []);
    await setPostMedia(tx, actor, created.id, draft.mediaIds);
    await adoptStatedAiUse(tx, created.id);
    await recordContent(tx, actor, created.id);
    return created;
  });
}

/** @throws DomainError 'conflict' when the draft was changed in the meantime */
export function saveDraft(
  { db }: Dependencies,
  actor: Actor,
  {
    id,
    version,
    mediaIds,
    performerIds,
    plan,
    ...draft
  }: z.output<typeof savedDraftSchema> & { id: string },
) {
  return db.transaction(async (tx): Promise<PostVersion> => {
    if (draft.influencerId)
      await requireChosenInfluencer(tx, actor, 'influencerId', draft.influencerId);
    const isDraft = isNull(contentPosts.publishAt);
    const saved = await changePost(
      tx,
      actor,
      { id, version },
      { ...draft, ...planned(plan) },
      isDraft,
    );
    if (!draft.influencerId) await requireVisibleDraft(tx, actor, id);
    if (performerIds) await setPostPeople(tx, actor, id, performerIds);
    await setPostMedia(tx, actor, id, mediaIds);
    await adoptStatedAiUse(tx, id);
    await recordContent(tx, actor, id);
    return saved;
  });
}

/** Publishes or schedules a draft, or reschedules a scheduled post. */
export function publishDraft(
  { db, jobs }: Dependencies,
  actor: Actor,
  post: z.output<typeof publishedDraftSchema> & { id: string },
) {
  return db.transaction((tx) => savePublication({ db: tx, jobs }, actor, post));
}

/** Turns a scheduled post into a draft that is planned for the same time. */
export function unschedulePost({ db }: Dependencies, actor: Actor, post: PostVersion) {
  return changePost(
    db,
    actor,
    post,
    {
      publishAt: null,
      plannedAt: sql`${contentPosts.publishAt}`,
      timeZone: sql`coalesce(${contentPosts.timeZone}, ${ownTimeZone(actor)})`,
    },
    and(isNotNull(contentPosts.publishAt), isNull(contentPosts.publishedAt)),
  );
}

/**
 * Changes caption, category, label and people of a scheduled or published post, and the files of a scheduled
 * one. Its time stays the same, even if it has passed because a file was not ready. Where reviews are
 * required, a published post with another caption or other people is published again after its review.
 * @throws DomainError 'not-allowed-in-state' if a published post gets a person who prevents that
 */
export function updatePost(
  { db, jobs }: Dependencies,
  actor: Actor,
  {
    id,
    version,
    mediaIds,
    performerIds,
    ...content
  }: z.output<typeof postChangeSchema> & { id: string },
) {
  return db.transaction(async (tx) => {
    await requireAllowedText(tx, { caption: content.caption });
    if (performerIds) await lockPerformers(tx, performerIds);
    const isUnpublished = mediaIds && isNull(contentPosts.publishedAt);
    const isInState = and(isNotNull(contentPosts.publishAt), isUnpublished);
    const changed = await changePost(tx, actor, { id, version }, content, isInState);
    if (performerIds) {
      await setPostPeople(tx, actor, id, performerIds);
      await requireStillPublishable(tx, id);
    }
    if (mediaIds) await setPublishableMedia(tx, actor, id, mediaIds);
    await recordContent(tx, actor, id);
    await publishWhenReady(tx, jobs, id);
    await publishLiveEvent(tx, { topic: 'media' });
    return changed;
  });
}

/**
 * Deletes a post with its notifications and views. A trigger lists its files and a job deletes them;
 * files that were submitted for a task stay with the task.
 * @throws DomainError 'not-found', 'not-allowed-in-state' for a hidden post
 */
export function deletePost({ db, jobs }: Dependencies, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    await tx
      .update(contentMedia)
      .set({ postId: null, displayOrder: null })
      .where(and(eq(contentMedia.postId, id), isNotNull(contentMedia.taskId)));
    const deleted = await tx
      .delete(contentPosts)
      .where(and(eq(contentPosts.id, id), isNull(contentPosts.hiddenAt), postInScope(actor)))
      .returning({ id: contentPosts.id });
    if (deleted.length === 0) throw await unchangeable(tx, actor, id);
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
}

const BLANK = { caption: '', category: null, aiUse: undefined, influencerId: null, plan: null };

async function insertDraft(tx: Db, actor: Actor, post: Omit<Draft, 'mediaIds'>) {
  const { caption, category, aiUse, influencerId, plan } = post;
  const [created] = await tx
    .insert(contentPosts)
    .values({ caption, category, aiUse, influencerId, ...planned(plan), createdBy: actor.userId })
    .returning({ id: contentPosts.id, version: contentPosts.version });
  return created!;
}

function planned(plan: Draft['plan']) {
  return { plannedAt: plan && new Date(plan.at), timeZone: plan && plan.timeZone };
}

/** @throws DomainError 'invalid-input' for a time in the past */
export function requireFuture(path: string, at: string): Date {
  const instant = new Date(at);
  if (instant <= new Date()) throw invalid(path, 'Choose a time in the future');
  return instant;
}

/** Saves an unpublished post completely, and publishes it if its time has come and its files are ready. */
async function savePublication(
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, version, mediaIds, performerIds, publishAt, timeZone, ...content }: NewPost & PostVersion,
): Promise<PostVersion> {
  await requireChosenInfluencer(db, actor, 'influencerId', content.influencerId);
  await requireAllowedText(db, { caption: content.caption });
  const time = publishAt
    ? {
        publishAt: requireFuture('publishAt', publishAt),
        timeZone: timeZone ?? ownTimeZone(actor),
      }
    : { publishAt: PRESENT, timeZone: null };
  const [before] = await db
    .select({ publishAt: contentPosts.publishAt })
    .from(contentPosts)
    .where(eq(contentPosts.id, id))
    .for('no key update');
  const saved = await changePost(
    db,
    actor,
    { id, version },
    { ...content, ...time, plannedAt: null },
    isNull(contentPosts.publishedAt),
  );
  if (performerIds) await setPostPeople(db, actor, id, performerIds);
  await setPublishableMedia(db, actor, id, mediaIds);
  await adoptStatedAiUse(db, id);
  await recordContent(db, actor, id);
  if (!before?.publishAt) await submitForReview(db, id);
  if (!publishAt) await requirePublishable(db, id);
  await publishWhenReady(db, jobs, id);
  return saved;
}

/** Sets the files of a post that is to be published, none of which may have failed. */
async function setPublishableMedia(tx: Db, actor: Actor, id: string, mediaIds: string[]) {
  const files = await setPostMedia(tx, actor, id, mediaIds);
  if (files.some(({ state }) => state === 'failed')) {
    throw new DomainError('not-allowed-in-state', 'Retry or remove the files that failed');
  }
}

type Change = {
  [
    K in 'caption' | 'category' | 'aiUse' | 'influencerId' | 'publishAt' | 'plannedAt' | 'timeZone'
  ]?: (typeof contentPosts.$inferInsert)[K] | SQL;
};

/** Changes a post if the version is current and the post is in the required state. */
export async function changePost(
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
        isNull(contentPosts.hiddenAt),
        isInState,
        postInScope(actor),
      ),
    )
    .returning({ id: contentPosts.id, version: contentPosts.version });
  if (changed) return changed;
  throw await unchangeable(tx, actor, id, version);
}

/** Why a post was not changed or deleted. */
async function unchangeable(tx: Db, actor: Actor, id: string, version?: number) {
  const [current] = await tx
    .select({ version: contentPosts.version, hiddenAt: contentPosts.hiddenAt })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)));
  if (!current) return new DomainError('not-found', 'Post not found');
  if (current.hiddenAt) {
    return new DomainError(
      'not-allowed-in-state',
      'The post is hidden because of a complaint. It can’t be changed or deleted until that is decided.',
    );
  }
  if (current.version === version) return new DomainError('not-allowed-in-state');
  return new DomainError('conflict', 'The post has changed since you opened it');
}

/** Requires that the actor can still see a draft after its influencer was removed: such a draft belongs to its creator. */
async function requireVisibleDraft(tx: Db, actor: Actor, id: string): Promise<void> {
  const [visible] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)));
  if (!visible) throw invalid('influencerId', 'Influencer is required');
}

const invalid = (path: string, message: string) =>
  new DomainError('invalid-input', message, [{ path, message }]);
