import { and, eq, isNotNull } from 'drizzle-orm';
import {
  addBlockedFiles,
  liftBlocks,
} from '#src/features/content/blocked-files/server/blocked-files.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Reason } from '#src/features/trust/policies/server/policies.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { complaintReference } from '../complaints.rules.ts';
import { complaintBlocks } from './appeals.table.ts';

/** Blocks copies of the files of a removed post; files that are blocked already stay as they are. */
export async function blockFilesOf(
  tx: Db,
  { userId: createdBy }: Pick<Actor, 'userId'>,
  { id: complaintId, postId }: { id: string; postId: string | null },
  { title }: Pick<Reason, 'title'>,
): Promise<void> {
  if (!postId) return;
  const files = await tx
    .select({
      name: contentMedia.fileName,
      sha256: contentMedia.sha256,
      hashes: contentMedia.perceptualHashes,
    })
    .from(contentMedia)
    .where(and(eq(contentMedia.postId, postId), isNotNull(contentMedia.sha256)));
  const reason = `Removed after complaint ${complaintReference(complaintId)}: ${title}`;
  const blocked = await addBlockedFiles(
    tx,
    files.map(({ name, ...hashes }) => ({
      source: 'file' as const,
      name: name || 'Unnamed file',
      reason,
      createdBy,
      ...hashes,
    })),
  );
  if (blocked.length === 0) return;
  await tx
    .insert(complaintBlocks)
    .values(blocked.map((blockedFileId) => ({ complaintId, blockedFileId })));
}

/** Lifts the blocks of a complaint whose removal does not stand. */
export async function unblockFilesOf(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  complaintId: string,
): Promise<void> {
  const blocks = await tx
    .delete(complaintBlocks)
    .where(eq(complaintBlocks.complaintId, complaintId))
    .returning({ id: complaintBlocks.blockedFileId });
  const reason = `Appeal against ${complaintReference(complaintId)} succeeded`;
  await liftBlocks(tx, actor, { ids: blocks.map(({ id }) => id), reason });
}
