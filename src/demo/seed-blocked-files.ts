import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import {
  blockedFiles,
  blockedUploads,
  heldFiles,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import {
  addBlockedFiles,
  liftBlock,
} from '#src/features/content/blocked-files/server/blocked-files.ts';
import { importHashes } from '#src/features/content/blocked-files/server/import-hashes.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { Seed } from './seed-context.ts';

const hashOf = (text: string) => hash('sha256', text);

/** Seeds a blocked file with refused uploads, one that is blocked no longer, and a list that two stored files match. */
export async function seedBlockedFiles({ db, adminId, influencers }: Seed): Promise<void> {
  const admin = { userId: adminId };
  const text = ['one', 'two', 'three'].map((name) => hashOf(`list ${name}`)).join('\n');
  const list = { name: 'Partner list of November', kind: 'pdq' } as const;
  await importHashes(db, admin, { ...list, chunks: Readable.from([Buffer.from(text)]) });
  await holdFiles({ db, adminId, influencers });
  const fileOf = (name: string, reason: string) => ({
    source: 'file' as const,
    name,
    reason,
    createdBy: adminId,
    sha256: hashOf(name),
    hashes: [hashOf(`look of ${name}`)],
  });
  const stairs = fileOf('stairs-02.jpg', 'Reported as somebody else’s picture.');
  const rooftop = fileOf('rooftop-07.jpg', 'The person shown withdrew the consent.');
  await addBlockedFiles(db, [stairs, rooftop]);
  const find = async (name: string) =>
    (await db.select().from(blockedFiles).where(eq(blockedFiles.name, name)))[0]!;
  await liftBlock(db, admin, (await find(stairs.name)).id, 'The influencer proved the authorship.');
  const blockedFileId = (await find(rooftop.name)).id;
  const uploadedBy = influencers[0]!.id;
  await db.insert(blockedUploads).values([
    { blockedFileId, fileName: 'rooftop-07.jpg', uploadedBy },
    { blockedFileId, fileName: 'evening-crop.png', uploadedBy, distance: 6 },
  ]);
}

/** A picture that waits for somebody to look at it, and one that was released. */
async function holdFiles({
  db,
  adminId,
  influencers,
}: Pick<Seed, 'db' | 'adminId' | 'influencers'>) {
  const [block] = await db.select().from(blockedFiles).where(eq(blockedFiles.source, 'list'));
  const files = await db
    .select({ id: contentMedia.id })
    .from(contentMedia)
    .innerJoin(contentPosts, eq(contentPosts.id, contentMedia.postId))
    .where(
      and(
        eq(contentPosts.influencerId, influencers[8]!.id),
        eq(contentMedia.displayOrder, 0),
        isNotNull(contentPosts.publishedAt),
      ),
    )
    // A picture of the demo is in several posts, which are all held with it.
    .orderBy(sql`count(*) over (partition by ${contentMedia.s3Key})`, contentPosts.publishedAt)
    .limit(2);
  const [held, released] = files.map(({ id }) => ({ mediaId: id, blockedFileId: block!.id }));
  await db.insert(heldFiles).values([
    { ...held!, distance: 28 },
    {
      ...released!,
      distance: 31,
      releasedAt: new Date(),
      releasedBy: adminId,
      releaseReason: 'Another room: only the window looks alike.',
    },
  ]);
}
