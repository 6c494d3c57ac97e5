import { and, eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { variantKey } from '#src/features/content/media/media-keys.ts';
import type { ProcessedImage } from '#src/features/content/media/server/images.ts';
import { newStorageName } from '#src/features/content/media/server/storage-keys.ts';
import { pictureKeysOf, profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import {
  IMAGE_WIDTHS,
  type ImageWidth,
  publicImageSuffix,
  publicImageWidths,
} from '#src/lib/images.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import { requireAccess, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import { PUBLIC_CACHING } from '#src/platform/http/response-headers.ts';
import type { FileFolder, Storage } from '#src/platform/storage/storage.ts';

const FOLDER: FileFolder = 'public';
// Only names created by the server, so an address cannot leave the folder.
const NAME = /^([A-Za-z0-9-]{1,100})\.w(\d{2,4})\.webp$/;

const keyOf = (stem: string, width: ImageWidth) => variantKey(`${FOLDER}/${stem}`, width);

/** Every storage key that a picture may occupy. */
export function publicImageKeys(key: string): string[] {
  return [key, ...IMAGE_WIDTHS.map((width) => variantKey(key, width))];
}

/**
 * Stores a public picture with its sizes and returns its key. Its name, random unless given, ends with
 * size and colour (see lib/images.ts), so that pages can reserve its space. If a file cannot be stored,
 * none is.
 */
export async function storePublicImage(
  storage: Storage,
  {
    bytes,
    extension,
    name = newStorageName(),
  }: { bytes: Buffer; extension: string; name?: string },
  { width, height, variants }: ProcessedImage,
): Promise<string> {
  const color = await averageColor(variants[0]!.data);
  const key = `${FOLDER}/${name}${publicImageSuffix({ width, height, color })}.${extension}`;
  try {
    await storage.put(key, bytes);
    for (const variant of variants) {
      // Stored under requested widths: w1280 returns a picture with 900 pixels.
      const requested = publicImageWidths(variant).at(-1)!;
      await storage.put(variantKey(key, requested), variant.data);
    }
  } catch (error) {
    await deletePublicImage(storage, key);
    throw error;
  }
  return key;
}

/** Deletes a picture that is not used yet. */
export async function deletePublicImage(storage: Storage, key: string): Promise<void> {
  await Promise.all(publicImageKeys(key).map((file) => storage.delete(file)));
}

async function averageColor(picture: Buffer): Promise<string> {
  const { channels } = await sharp(picture).flatten({ background: '#25201d' }).stats();
  return `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The extensions of the keys that a stem may belong to. */
const EXTENSIONS = ['jpg', 'png', 'webp', 'gif'];

/** Whether visitors may see a picture: a public influencer uses it. */
function preparePublicCheck(pool: Pool) {
  const find = prepareSelect(
    pool,
    { isPublic: sql<boolean>`coalesce(bool_or(${isPublicInfluencer!}), false)` },
    (columns) => sql`select ${columns} from ${profiles}
      where ${pictureKeysOf(profiles)} && ${sql.placeholder('keys')}::text[]`,
    'public_picture',
  );
  return async (keys: string[]) => (await find({ keys }))[0]!.isPublic;
}

/** Whether somebody may see a picture that only drafts and suspended influencers use. */
async function isVisibleTo(db: Db, actor: Actor, keys: string[]): Promise<boolean> {
  const { userId, role } = actor;
  const isTheirs =
    role === 'subscriber'
      ? sql`${profiles.id} in (select ${userSubscriptions.influencerId} from ${userSubscriptions}
          where ${userSubscriptions.subscriberId} = ${userId} and ${grantsViewingNow})`
      : role === 'influencer'
        ? eq(profiles.id, userId)
        : inScope(actor, profiles.id);
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(sql`${pictureKeysOf(profiles)} && ${sql.param(keys)}::text[]`, isTheirs))
    .limit(1);
  return found.length > 0;
}

/**
 * Serves `/images/{stem}.w{width}.webp` while somebody's public page uses the picture. It never changes,
 * but it may be taken down, so caches ask again after five minutes.
 */
export function publicImages({ db, pool, storage }: { db: Db; pool: Pool; storage: Storage }) {
  const isPublic = preparePublicCheck(pool);

  async function cachingOf(c: Context<RequestEnv>, stem: string): Promise<string> {
    const keys = EXTENSIONS.map((extension) => `${FOLDER}/${stem}.${extension}`);
    if (await isPublic(keys)) return PUBLIC_CACHING;
    const actor = await requireAccess(c, 'anyone', { whileViewingAsFan: true });
    if (!actor || !(await isVisibleTo(db, actor, keys))) throw new DomainError('not-found');
    return 'private, no-cache';
  }

  return async (c: Context<RequestEnv>) => {
    const match = NAME.exec(c.req.param('name') ?? '');
    const width = IMAGE_WIDTHS.find((standard) => standard === Number(match?.[2]));
    const found = match?.[1] && width ? await findSize(storage, match[1], width) : null;
    if (!found) throw new DomainError('not-found');

    const caching = await cachingOf(c, found.stem);
    const etag = `"${found.stem}.w${found.width}"`;
    c.header('cache-control', caching);
    c.header('etag', etag);
    if (matchesEntityTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    const bytes = await storage.getBytes(keyOf(found.stem, found.width));
    if (!bytes) throw new DomainError('not-found');
    return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp' });
  };
}

/** The requested size, else the largest below it, else the smallest above. */
async function findSize(storage: Storage, stem: string, requested: ImageWidth) {
  const below = IMAGE_WIDTHS.filter((width) => width <= requested).toReversed();
  const above = IMAGE_WIDTHS.filter((width) => width > requested);
  for (const width of [...below, ...above]) {
    if (await storage.exists(keyOf(stem, width))) return { stem, width };
  }
  return null;
}
