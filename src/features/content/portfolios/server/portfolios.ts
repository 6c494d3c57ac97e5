import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { readApplicationToken } from '#src/features/agency/applications/server/application-links.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { newStorageKey } from '#src/features/content/media/server/storage-keys.ts';
import { readPicture } from '#src/features/content/page-images/server/page-image-file.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { MAXIMUM_PICTURES, TOO_MANY_PICTURES, type Portfolio } from '../portfolios.schema.ts';
import { applicationPictures } from './application-pictures.table.ts';

type LinkDependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** The width in pixels that is enough for a review. */
const REVIEW_WIDTH = 1_280;

/** The application of an applicant's link. @throws DomainError 'not-found' */
export function requireApplication({ config }: LinkDependencies, token: string): string {
  const id = readApplicationToken(config.secrets, token);
  if (!id) throw new DomainError('not-found', 'This link is incomplete or no longer valid');
  return id;
}

/** The pictures of an application; empty if it does not exist. */
export async function listPictures(db: Db, applicationId: string): Promise<Portfolio> {
  const pictures = await db
    .select({ id: applicationPictures.id, fileName: applicationPictures.fileName })
    .from(applicationPictures)
    .where(eq(applicationPictures.applicationId, applicationId))
    .orderBy(asc(applicationPictures.createdAt), asc(applicationPictures.id));
  return { pictures };
}

/** Locks an application until the end of the transaction. @throws 'not-found', 'not-allowed-in-state' */
async function lockPending(tx: Db, applicationId: string): Promise<void> {
  const [application] = await tx
    .select({ status: influencerApplications.status })
    .from(influencerApplications)
    .where(eq(influencerApplications.id, applicationId))
    .for('no key update');
  if (!application) throw new DomainError('not-found', 'This application no longer exists');
  if (application.status !== 'pending') {
    throw new DomainError('not-allowed-in-state', 'This application has already been decided');
  }
}

/**
 * Adds a picture to a pending application; the same picture again changes nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' for a decided application or an eleventh
 * picture, 'invalid-file', 'scanner-unavailable'
 */
export async function addPicture(
  { db, storage, scanFile }: LinkDependencies & { storage: Storage; scanFile: VirusScan },
  applicationId: string,
  file: { name: string; bytes: Buffer },
): Promise<Portfolio> {
  const { image } = await readPicture('about', file, scanFile);
  const shown = image.variants.findLast(({ width }) => width <= REVIEW_WIDTH);
  const key = newStorageKey('portfolios', 'webp');
  await storage.put(key, (shown ?? image.variants[0]!).data);
  try {
    const { portfolio, isNew } = await db.transaction(async (tx) => {
      await lockPending(tx, applicationId);
      const fingerprint = createHash('sha256').update(file.bytes).digest('hex');
      const added = await tx
        .insert(applicationPictures)
        .values({ applicationId, fileName: file.name, fingerprint, s3Key: key })
        .onConflictDoNothing()
        .returning({ id: applicationPictures.id });
      const portfolio = await listPictures(tx, applicationId);
      if (portfolio.pictures.length > MAXIMUM_PICTURES) {
        throw new DomainError('not-allowed-in-state', TOO_MANY_PICTURES);
      }
      return { portfolio, isNew: added.length > 0 };
    });
    if (!isNew) await storage.delete(key);
    return portfolio;
  } catch (error) {
    // Other errors may occur after the commit.
    if (error instanceof DomainError) await storage.delete(key);
    throw error;
  }
}

/**
 * Removes a picture from a pending application; one that was removed already changes nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' for a decided application
 */
export function removePicture(
  { db, jobs }: LinkDependencies & { jobs: Pick<Jobs, 'enqueue'> },
  applicationId: string,
  id: string,
): Promise<Portfolio> {
  return db.transaction(async (tx) => {
    await lockPending(tx, applicationId);
    await tx
      .delete(applicationPictures)
      .where(
        and(eq(applicationPictures.id, id), eq(applicationPictures.applicationId, applicationId)),
      );
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
    return listPictures(tx, applicationId);
  });
}

/** The storage key of a picture; null if there is none. */
export async function findPicture(
  db: Db,
  id: string,
): Promise<{ key: string; applicationId: string } | null> {
  const [found] = await db
    .select({ key: applicationPictures.s3Key, applicationId: applicationPictures.applicationId })
    .from(applicationPictures)
    .where(eq(applicationPictures.id, id));
  return found ?? null;
}
