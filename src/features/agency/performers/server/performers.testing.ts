import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Db } from '#src/platform/database/db.ts';
import type { TestApp } from '#test/harness.ts';
import type { DocumentDetails } from '../verification.schema.ts';
import { addDocument } from './documents.ts';
import { performers } from './performers.table.ts';
import { performerVerifications } from './verification.table.ts';

/** The identity of an invented performer. */
export const IDENTITY = {
  fullName: 'Mara Vale',
  legalGivenNames: 'Marianne',
  legalSurname: 'Valdecourt',
  aliases: ['Mara V.'],
  dateOfBirth: '1994-04-12',
  country: 'FR',
};

/** Stores a co-performer of an influencer, unless the values say otherwise, and returns the id. */
export async function insertPerformer(
  db: Db,
  influencerId: string,
  values: Partial<typeof performers.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insert(performers)
    .values({ id, kind: 'co-performer', influencerId, ...IDENTITY, ...values });
  return id;
}

type StoringApp = Pick<TestApp, 'db' | 'services'>;

/** Stores a document and a face picture with their files, and a check in progress. */
export async function insertCheck(
  { db, services }: StoringApp,
  performerId: string,
  checkedBy: string | null,
) {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#7c2530' },
  })
    .png()
    .toBuffer();
  const word = 'HARBOR 417';
  const expiresOn = '2099-01-31';
  const [check] = await db
    .insert(performerVerifications)
    .values({ performerId, word, startedAt: new Date(Date.now() - 60_000) })
    .returning();
  const add = (details: DocumentDetails) =>
    addDocument(services, { userId: randomUUID(), isLimited: false }, performerId, {
      details,
      bytes,
    });
  const details = { kind: 'passport', country: 'FR', number: '20AB12345', expiresOn } as const;
  const ids = {
    documentId: await add(details),
    facePictureId: await add({ kind: 'face-picture' }),
  };
  if (checkedBy) {
    const checked = { ...ids, status: 'checked', expiresOn, checkedBy } as const;
    await db
      .update(performerVerifications)
      .set({ ...checked, checkedAt: new Date() })
      .where(eq(performerVerifications.id, check!.id));
  }
  return ids;
}
