import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { statedAiUse } from '#src/features/content/publication-rule/server/publication-rule.ts';
import type { Db } from '#src/platform/database/db.ts';
import { contentPosts } from '../posts.table.ts';

/** A post that says nothing about AI says what influencers stated about its files. */
export async function adoptStatedAiUse(tx: Db, id: string): Promise<void> {
  const stated = statedAiUse(contentPosts.id);
  await tx
    .update(contentPosts)
    .set({ aiUse: stated })
    .where(and(eq(contentPosts.id, id), isNull(contentPosts.aiUse), isNotNull(stated)));
}
