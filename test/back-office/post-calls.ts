import { randomUUID } from 'node:crypto';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { Call, CallContext } from './calls.ts';

const BEFORE = { caption: 'Before', category: 'Cosplay', aiUse: 'none' } as const;

/** A call on a post of the influencer, without files and without an author. */
export async function onPost(
  { app, influencer }: CallContext,
  state: Partial<typeof contentPosts.$inferInsert> = {},
): Promise<Call> {
  if (!influencer) return { params: { id: randomUUID() }, body: { version: 1 } };
  const [created] = await app.db
    .insert(contentPosts)
    .values({ ...BEFORE, influencerId: influencer.id, ...state })
    .returning({ id: contentPosts.id });
  return { params: { id: created!.id }, body: { version: 1 } };
}
