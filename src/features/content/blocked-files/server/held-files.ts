import { desc, eq, isNull, and, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail, nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { heldFiles } from './blocked-files.table.ts';

const SHOWN = 50;

/** The newest stored files that match a blocked one, those that are held first. */
export function listHeldFiles(db: Db, blockedFileId: string) {
  return db
    .select({
      id: heldFiles.id,
      fileName: contentMedia.fileName,
      postId: contentMedia.postId,
      owner: sql<
        string | null
      >`case when ${profiles.id} is not null then ${nameOrUnknown(profiles.fullName)} end`,
      distance: heldFiles.distance,
      heldAt: heldFiles.heldAt,
      releasedAt: heldFiles.releasedAt,
      releasedBy: nameOrEmail<string | null>(users),
      releaseReason: heldFiles.releaseReason,
    })
    .from(heldFiles)
    .innerJoin(contentMedia, eq(contentMedia.id, heldFiles.mediaId))
    .leftJoin(profiles, eq(profiles.id, contentMedia.ownerId))
    .leftJoin(users, eq(users.id, heldFiles.releasedBy))
    .where(eq(heldFiles.blockedFileId, blockedFileId))
    .orderBy(desc(isNull(heldFiles.releasedAt)), desc(heldFiles.heldAt), desc(heldFiles.id))
    .limit(SHOWN);
}

/**
 * Releases a file that is not what the list means; its posts are published again at their old time once
 * nothing else holds them.
 * @throws DomainError 'not-found', 'not-allowed-in-state' if it was released before
 */
export async function releaseFile(
  db: Db,
  { userId: releasedBy }: Pick<Actor, 'userId'>,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await tx
      .update(heldFiles)
      .set({ releasedAt: sql`now()`, releasedBy, releaseReason: reason })
      .where(and(eq(heldFiles.id, id), isNull(heldFiles.releasedAt)))
      .returning({ id: heldFiles.id });
    if (released.length === 0) {
      const [found] = await tx.select().from(heldFiles).where(eq(heldFiles.id, id));
      throw found
        ? new DomainError('not-allowed-in-state', 'This file has been released already')
        : new DomainError('not-found', 'The file no longer exists');
    }
    await publishLiveEvent(tx, { topic: 'media' });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}
