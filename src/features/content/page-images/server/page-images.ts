import { and, eq, sql } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { pictureKeysOf, profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { publicImageStem } from '#src/lib/images.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { DELETED_FILES_QUEUE, recordDeletedFiles } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import {
  IMAGE_SLOTS,
  MAXIMUM_IMAGES,
  tooManyImages,
  type ImageSlot,
  type PageImages,
} from '../page-images.schema.ts';
import { readPicture } from './page-image-file.ts';
import { publicImageKeys, storePublicImage, deletePublicImage } from './public-images.ts';

type Dependencies = { db: Db; jobs: Jobs };
type InfluencerSlot = { id: string; slot: ImageSlot };

const columns = {
  hero: profiles.pageHeroImage,
  about: profiles.pageAboutImages,
  'sneak-peek': profiles.pageSneakPeekImages,
  'why-signup': profiles.pageWhySignupImages,
  'ready-background': profiles.pageReadySectionBackground,
  'profile-photo': profiles.profilePhotoS3Key,
};
type Keys = { [slot in ImageSlot]: (typeof columns)[slot]['_']['data'] | null };

const keysAt = (row: Keys, slot: ImageSlot): string[] => [row[slot] ?? []].flat();

/** Returns the pictures of an influencer's public page. @throws DomainError 'not-found' */
export async function getPageImages(
  db: Db,
  actor: Actor,
  influencerId: string,
): Promise<PageImages> {
  const [row] = await db
    .select({
      fullName: profiles.fullName,
      publicUrl: sql<string | null>`case when ${isPublicInfluencer} then ${profiles.publicUrl} end`,
      ...columns,
    })
    .from(profiles)
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(
      and(
        eq(profiles.id, influencerId),
        eq(userRoles.role, 'influencer'),
        inScope(actor, profiles.id),
      ),
    );
  if (!row) throw new DomainError('not-found', 'Influencer not found');
  const stems = IMAGE_SLOTS.map((slot) => [slot, keysAt(row, slot).map(publicImageStem)]);
  return {
    fullName: row.fullName,
    publicUrl: row.publicUrl,
    images: Object.fromEntries(stems) as PageImages['images'],
  };
}

/**
 * Adds a picture at the end of its slot, or replaces the picture of a slot with a maximum of one.
 * @throws DomainError 'invalid-file', or 'not-allowed-in-state' when the maximum is reached
 */
export async function addPageImage(
  services: Dependencies & { storage: Storage; scanFile: VirusScan },
  actor: Actor,
  at: InfluencerSlot,
  file: { name: string; bytes: Buffer },
): Promise<string[]> {
  const { storage } = services;
  const { images } = await getPageImages(services.db, actor, at.id);
  requireRoom(at.slot, images[at.slot]);
  const { image, ...original } = await readPicture(at.slot, file, services.scanFile);
  const key = await storePublicImage(storage, original, image);
  try {
    return await changeImages(services, actor, at, (keys) => [...requireRoom(at.slot, keys), key]);
  } catch (error) {
    // Other errors may occur after the commit.
    if (error instanceof DomainError) await deletePublicImage(storage, key);
    throw error;
  }
}

function requireRoom(slot: ImageSlot, images: string[]): string[] {
  const most = MAXIMUM_IMAGES[slot];
  if (most === 1) return [];
  if (images.length >= most) throw new DomainError('not-allowed-in-state', tooManyImages(most));
  return images;
}

/** @throws DomainError 'conflict' when these are not the current pictures of the slot */
export function orderPageImages(
  services: Dependencies,
  actor: Actor,
  at: InfluencerSlot,
  stems: string[],
) {
  return changeImages(services, actor, at, (keys) => {
    const rest = [...keys];
    const ordered = stems.flatMap((stem) => {
      const index = rest.findIndex((key) => publicImageStem(key) === stem);
      return index < 0 ? [] : rest.splice(index, 1);
    });
    if (ordered.length !== stems.length || rest.length > 0) {
      throw new DomainError(
        'conflict',
        'The pictures have changed since you opened them. Please try again.',
      );
    }
    return ordered;
  });
}

/** @throws DomainError 'not-found' when the picture does not exist */
export function removePageImage(
  services: Dependencies,
  actor: Actor,
  at: InfluencerSlot,
  stem: string,
) {
  return changeImages(services, actor, at, (keys) => {
    const others = keys.filter((key) => publicImageStem(key) !== stem);
    if (others.length === keys.length) throw new DomainError('not-found', 'Picture not found');
    return others;
  });
}

/** Changes the pictures of a slot; changes of the same influencer run one after the other. */
const changeImages = (
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, slot }: InfluencerSlot,
  change: (keys: string[]) => string[],
): Promise<string[]> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(profiles)
      .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
      .where(
        and(eq(profiles.id, id), eq(userRoles.role, 'influencer'), inScope(actor, profiles.id)),
      )
      .for('no key update', { of: profiles });
    if (!row) throw new DomainError('not-found', 'Influencer not found');
    const before = keysAt(row, slot);
    const after = change(before);
    const value = MAXIMUM_IMAGES[slot] === 1 ? (after[0] ?? null) : after;
    await tx
      .update(profiles)
      .set({
        // Column names equal property names here.
        [columns[slot].name]: value,
        // The old address would be shown instead of the removed photo.
        ...(slot === 'profile-photo' && { profilePhotoS3Url: null }),
      })
      .where(eq(profiles.id, id));
    const unused = await listUnused(
      tx,
      before.filter((key) => !after.includes(key)),
    );
    if (unused.length > 0) {
      await recordDeletedFiles(tx, unused.flatMap(publicImageKeys));
      await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
    }
    return after.map(publicImageStem);
  });

/** Lists the keys that no profile uses any more. */
async function listUnused(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) key
    where not exists (
      select from ${profiles} where ${pictureKeysOf(profiles)} @> array[key]
    )`);
  return rows.map(({ key }) => key);
}

/** Lists the pictures of a deleted profile that no other profile uses for deletion. */
export async function recordDeletedImages(
  tx: Db,
  deleted: typeof profiles.$inferSelect,
): Promise<void> {
  const keys = [
    deleted.pageHeroImage ?? [],
    deleted.pageReadySectionBackground ?? [],
    deleted.profilePhotoS3Key ?? [],
    deleted.pageAboutImages,
    deleted.pageSneakPeekImages,
    deleted.pageWhySignupImages,
  ].flat();
  const unused = await listUnused(tx, [...new Set(keys)]);
  await recordDeletedFiles(tx, unused.flatMap(publicImageKeys));
}
