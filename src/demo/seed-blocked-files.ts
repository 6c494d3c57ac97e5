import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import {
  blockedFiles,
  blockedUploads,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import {
  addBlockedFiles,
  liftBlock,
} from '#src/features/content/blocked-files/server/blocked-files.ts';
import { importHashes } from '#src/features/content/blocked-files/server/import-hashes.ts';
import type { Seed } from './seed-context.ts';

const hashOf = (text: string) => hash('sha256', text);

/** Seeds a blocked file with refused uploads, one that is blocked no longer, and an imported list. */
export async function seedBlockedFiles({ db, adminId, influencers }: Seed): Promise<void> {
  const admin = { userId: adminId };
  const text = ['one', 'two', 'three'].map((name) => hashOf(`list ${name}`)).join('\n');
  const list = { name: 'Partner list of November', kind: 'pdq' } as const;
  await importHashes(db, admin, { ...list, chunks: Readable.from([Buffer.from(text)]) });
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
