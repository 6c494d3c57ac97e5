import { and, isNull, lt, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { contentPosts } from '../posts.table.ts';

/** Deletes blank drafts that have not changed since `olderThan`. */
export async function deleteBlankDrafts(db: Db, olderThan: Date): Promise<void> {
  const isBlank = and(
    isNull(contentPosts.publishAt),
    isNull(contentPosts.influencerId),
    isNull(contentPosts.category),
    sql`btrim(${contentPosts.caption}) = ''`,
    sql`not exists (select from ${contentMedia} where ${contentMedia.postId} = ${contentPosts.id})`,
  );
  await db.delete(contentPosts).where(and(isBlank, lt(contentPosts.updatedAt, olderThan)));
}
