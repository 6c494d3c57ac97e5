import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/** The table of files, or an alias of it. */
type Files = Record<
  's3Key' | 'ownerId' | 'state' | 'postId' | 'taskId' | 'createdBy' | 'preservedSince',
  AnyPgColumn
>;

const shown = alias(contentPosts, 'shown');
const opened = alias(contentMedia, 'opened');
const row = alias(contentMedia, 'row');

const isInShownPost = (files: Files) => sql`exists (
  select from ${contentPosts} ${shown} where ${shown.id} = ${files.postId} and ${shown.publishAt} is not null)`;

/** Whether a row is in a post that the actor may know of: influencers see no drafts. */
export function isInVisiblePost(files: Files, actor: Actor): SQL {
  return actor.role === 'influencer' ? isInShownPost(files) : sql`${files.postId} is not null`;
}

/**
 * Whether the actor finds a row in the vault: the file is ready and in a post or task of an
 * influencer. Influencers see the files that they uploaded and those of scheduled and published posts.
 */
export function isInVault(files: Files, actor: Actor): SQL | undefined {
  const isPlaced = sql`(${files.postId} is not null or ${files.taskId} is not null)`;
  const isReady = and(eq(files.state, 'ready'), isNull(files.preservedSince));
  if (actor.role !== 'influencer') {
    const hasInfluencer = sql`${files.ownerId} in (
      select ${userRoles.userId} from ${userRoles} where ${userRoles.role} = 'influencer')`;
    return and(isReady, isPlaced, hasInfluencer, inScope(actor, files.ownerId));
  }
  return and(
    isReady,
    isPlaced,
    eq(files.ownerId, actor.userId),
    sql`(${files.createdBy} = ${actor.userId} or ${isInShownPost(files)})`,
  );
}

/** Whether two rows are the same file of the same influencer. */
export function isSameFile(a: Files, b: Files): SQL {
  return sql`${a.s3Key} = ${b.s3Key} and ${a.ownerId} = ${b.ownerId}`;
}

/**
 * The condition for all rows of a file of the vault.
 * @throws DomainError 'not-found' when the actor does not find the file in the vault
 */
export async function rowsOfFile(pool: Pool, actor: Actor, mediaId: string): Promise<SQL> {
  const [found] = await selectRows(
    pool,
    { id: opened.id },
    (columns) => sql`
      select ${columns} from ${contentMedia} ${opened}
      where ${opened.id} = ${mediaId} and ${isInVault(opened, actor)}`,
  );
  if (!found) throw new DomainError('not-found', 'The file no longer exists');
  return sql`${contentMedia.id} in (
    select ${row.id} from ${contentMedia} ${opened} join ${contentMedia} ${row} on ${isSameFile(row, opened)}
    where ${opened.id} = ${mediaId} and ${isInVault(row, actor)})`;
}
