import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm';
import sharp from 'sharp';
import { newStorageKey } from '#src/features/content/media/server/storage-keys.ts';
import { readPicture } from '#src/features/content/page-images/server/page-image-file.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

/** Restricts limited staff to the users that they may see. */
export type UserInScope = (actor: Actor, userId: SQLWrapper) => SQL | undefined;

type Dependencies = { db: Db; jobs: Jobs };

/** Width and height in pixels: the largest display, twice for dense screens. */
const SIDE = 288;

/** Sets the picture of the actor and removes the previous one. @throws DomainError 'invalid-file' */
export async function setAvatar(
  { db, jobs, storage, scanFile }: Dependencies & { storage: Storage; scanFile: VirusScan },
  { userId }: Actor,
  file: { name: string; bytes: Buffer },
): Promise<string> {
  const { image } = await readPicture('profile-photo', file, scanFile);
  // The smallest size that covers the square; only the square is stored.
  const source = image.variants.find(({ width }) => width >= SIDE * 2) ?? image.variants.at(-1)!;
  const square = await sharp(source.data).resize(SIDE, SIDE).webp({ quality: 82 }).toBuffer();
  const key = newStorageKey('avatars', 'webp');
  await storage.put(key, square);
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('key share');
    if (!user) {
      await storage.delete(key);
      throw new DomainError('not-found', 'Account not found');
    }
    const changed = { id: randomUUID(), s3Key: key, createdAt: new Date() };
    await tx
      .insert(avatars)
      .values({ userId, ...changed })
      .onConflictDoUpdate({ target: avatars.userId, set: changed });
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
    return changed.id;
  });
}

/** Removes the picture of the actor, if there is one. */
export async function removeAvatar({ db, jobs }: Dependencies, { userId }: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(avatars).where(eq(avatars.userId, userId));
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
}

/** The storage key of a picture that the actor may see: the own one, or one in the scope of staff. */
export async function findAvatarKey(
  db: Db,
  actor: Actor,
  id: string,
  userInScope: UserInScope,
): Promise<string | null> {
  const isBackOffice = actor.role === 'admin' || actor.role === 'staff';
  const isVisible = isBackOffice
    ? userInScope(actor, avatars.userId)
    : eq(avatars.userId, actor.userId);
  const [found] = await db
    .select({ key: avatars.s3Key })
    .from(avatars)
    .where(and(eq(avatars.id, id), isVisible));
  return found?.key ?? null;
}
