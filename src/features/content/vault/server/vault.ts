import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { listStudioMedia, STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
import { contentPosts, postDate } from '#src/features/content/posts/server/posts.table.ts';
import { stateOf } from '#src/features/content/posts/server/studio.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  containsText,
  jsonObject,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  VAULT_PAGE_SIZE,
  type vaultPageSchema,
  type vaultQuerySchema,
  type VaultFile,
} from '../vault.schema.ts';
import { isInVault, isInVisiblePost, isSameFile, rowsOfFile } from './in-vault.ts';

const earlier = alias(contentMedia, 'earlier');
const same = alias(contentMedia, 'same');

const NEWEST_FIRST: Order = {
  by: contentMedia.createdAt,
  type: 'timestamptz',
  id: contentMedia.id,
  descending: true,
};

/** The first row of a file that the actor finds in the vault represents all its rows. */
const isFirst = (actor: Actor) => sql`not exists (
  select from ${contentMedia} ${earlier}
  where ${isSameFile(earlier, contentMedia)} and ${isInVault(earlier, actor)}
    and (${earlier.createdAt}, ${earlier.id}) < (${contentMedia.createdAt}, ${contentMedia.id}))`;

const countUses = (
  place: typeof same.postId | typeof same.taskId,
  isUse: SQL | undefined,
) => sql<number>`(
  select count(distinct ${place})::int from ${contentMedia} ${same}
  where ${isSameFile(same, contentMedia)} and ${isUse})`;

const fieldsFor = (actor: Actor) => ({
  media: STUDIO_MEDIA,
  createdAt: contentMedia.createdAt,
  influencer: jsonObject({
    id: profiles.id,
    fullName: nameOrUnknown(profiles.fullName),
  } satisfies SelectionOf<VaultFile['influencer']>),
  postCount: countUses(same.postId, and(isInVault(same, actor), isInVisiblePost(same, actor))),
  taskCount: countUses(same.taskId, isInVault(same, actor)),
  positionKey: positionKey(NEWEST_FIRST),
  id: contentMedia.id,
});

/** Lists each file of influencers once, with the number of posts and tasks that contain it. */
export async function listVault(
  { pool, mediaTokens }: { pool: Pool; mediaTokens: MediaTokens },
  actor: Actor,
  { cursor, influencerId, mediaType, search }: z.output<typeof vaultQuerySchema>,
): Promise<z.input<typeof vaultPageSchema>> {
  const conditions = [
    isInVault(contentMedia, actor),
    isFirst(actor),
    influencerId === undefined ? undefined : eq(contentMedia.ownerId, influencerId),
    mediaType && eq(contentMedia.mediaType, mediaType),
    containsText(search, contentMedia.fileName),
    cursor === undefined
      ? undefined
      : isAfter(NEWEST_FIRST, decodeCursor(cursor, NEWEST_FIRST.type)),
  ];
  const found = await selectRows(
    pool,
    fieldsFor(actor),
    (columns) => sql`
      select ${columns} from ${contentMedia} join ${profiles} on ${profiles.id} = ${contentMedia.ownerId}
      where ${and(...conditions)}
      order by ${orderBy(NEWEST_FIRST)} limit ${sql.raw(String(VAULT_PAGE_SIZE + 1))}`,
  );
  const { rows, next } = takePage(found, VAULT_PAGE_SIZE);
  return { files: rows, mediaToken: mediaTokens.issue(actor.sessionId), nextCursor: next };
}

/** Lists the posts that contain a file of the vault, newest first. @throws DomainError 'not-found' */
export async function listPostsOfFile(pool: Pool, actor: Actor, mediaId: string) {
  const isRowOfFile = await rowsOfFile(pool, actor, mediaId);
  const columns = {
    id: contentPosts.id,
    publishAt: contentPosts.publishAt,
    publishedAt: contentPosts.publishedAt,
    hiddenAt: contentPosts.hiddenAt,
    caption: sql<string>`left(${contentPosts.caption}, ${sql.raw(String(CAPTION_PREVIEW_LENGTH))})`,
    at: sql<Date>`${postDate}`.mapWith(contentPosts.createdAt),
  };
  const found = await selectRows(
    pool,
    columns,
    (selected) => sql`
      select ${selected} from ${contentMedia} join ${contentPosts} on ${contentPosts.id} = ${contentMedia.postId}
      where ${and(isRowOfFile, isInVisiblePost(contentMedia, actor))} order by ${postDate} desc, ${contentPosts.id}`,
  );
  return found.map(({ publishAt, publishedAt, hiddenAt, ...post }) => ({
    ...post,
    state: stateOf({ publishAt, publishedAt, hiddenAt }),
  }));
}

/**
 * Copies files of the vault as unused files of the actor, which name the same stored files and can be
 * placed in posts and tasks of the influencer. Unused copies are deleted like other unused files.
 * @returns the copies in the order of the ids
 * @throws DomainError 'conflict' when a file is not (or no longer) in the vault
 */
export async function reuseFiles(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  ids: string[],
): Promise<StudioMedia[]> {
  const distinct = [...new Set(ids)];
  const copyIds = await db.transaction(async (tx) => {
    // Locked, so that the last row that names the stored files is not deleted meanwhile.
    const files = await tx
      .select()
      .from(contentMedia)
      .where(and(inArray(contentMedia.id, distinct), isInVault(contentMedia, actor)))
      .orderBy(asc(contentMedia.id))
      .for('key share');
    if (files.length < distinct.length) {
      throw new DomainError('conflict', 'A file no longer exists');
    }
    const byId = new Map(files.map((file) => [file.id, file]));
    const copies = distinct.map((id) => {
      const { createdAt: _createdAt, ...file } = byId.get(id)!;
      return {
        ...file,
        id: randomUUID(),
        postId: null,
        displayOrder: null,
        taskId: null,
        createdBy: actor.userId,
        reusedFor: file.ownerId,
      };
    });
    await tx.insert(contentMedia).values(copies);
    return copies.map(({ id }) => id);
  });
  const media = new Map(
    (await listStudioMedia(pool, actor, copyIds)).map((file) => [file.id, file]),
  );
  return copyIds.map((id) => media.get(id)!);
}
