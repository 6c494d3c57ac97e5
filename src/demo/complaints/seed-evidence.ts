import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Seed } from '#src/demo/seed-context.ts';
import { newStorageKey } from '#src/features/content/media/server/storage-keys.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import { complaintEvidence } from '#src/features/trust/evidence/server/evidence.table.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

const FILES = [
  { source: 'reporter', fileName: 'sketch-of-the-mural.jpg', daysAgo: 9, hue: 0x3a6070 },
  { source: 'influencer', fileName: 'permission-of-the-owner.png', daysAgo: 1.2, hue: 0xe8e2d4 },
  { source: 'team', fileName: 'street-view.jpg', daysAgo: 0.6, hue: 0x6b5a48 },
] as const;

/** Adds abstract pictures of both sides and of the team to the complaint with a counter-notice. */
export async function seedEvidence(seed: Seed, storage: Storage): Promise<void> {
  const { db, staffId, daysAgo } = seed;
  const [complaint] = await db
    .select({ id: complaints.id })
    .from(complaints)
    .where(eq(complaints.name, 'Maren Holloway'));
  const complaintId = complaint!.id;
  for (const { source, fileName, hue, ...file } of FILES) {
    const background = { r: hue >> 16, g: (hue >> 8) & 255, b: hue & 255 };
    const data = await sharp({ create: { width: 1_200, height: 800, channels: 3, background } })
      .webp()
      .toBuffer();
    const s3Key = newStorageKey('evidence', 'webp');
    await storage.put(s3Key, data);
    const actorId = source === 'team' ? staffId : null;
    const createdAt = daysAgo(file.daysAgo);
    await db.insert(complaintEvidence).values({
      id: randomUUID(),
      complaintId,
      source,
      addedBy: actorId,
      fileName,
      type: 'picture',
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
      s3Key,
      createdAt,
    });
    await db
      .insert(complaintEvents)
      .values({ complaintId, event: 'evidence', text: fileName, actorId, createdAt });
  }
}
