import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createWorkQueue } from '#src/features/content/media/server/work-queue.ts';
import {
  imageMessages,
  MAXIMUM_IMAGE_BYTES,
} from '#src/features/content/page-images/page-images.schema.ts';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { findAvatarKey, setAvatar, type UserInScope } from './avatars.ts';

/** Pictures processed at a time; each may take 100 million pixels of memory. */
const MAXIMUM_CONCURRENT = 2;

type Services = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  scanFile: VirusScan;
  limits: { avatar: RateLimit };
};

/**
 * Receives the picture of a fan (`POST /avatars`) and serves it to the fan and to the back office
 * (`GET /avatars/{id}`). Other users receive the same response as for a missing picture.
 */
export function avatarFiles(services: Services, userInScope: UserInScope) {
  const { db, storage, limits } = services;
  const limitConcurrency = createWorkQueue(MAXIMUM_CONCURRENT);

  async function upload(c: Context<RequestEnv>) {
    const bytes = await c.req.arrayBuffer().catch(() => {
      throw new DomainError('invalid-input', 'The upload was cut off');
    });
    const file = { name: 'The file', bytes: Buffer.from(bytes) };
    const avatar = await limitConcurrency(() => setAvatar(services, c.var.actor!, file));
    return c.json({ avatar }, 200, { 'cache-control': 'no-store' });
  }

  return new Hono<RequestEnv>()
    .get('/avatars/:id', async (c) => {
      const actor = await requireAccess(c, ['admin', 'staff', 'subscriber'], {
        whileViewingAsFan: true,
      });
      const id = c.req.param('id');
      const key = isUuid(id) ? await findAvatarKey(db, actor!, id, userInScope) : null;
      if (!key) throw new DomainError('not-found');
      const etag = `"${id}"`;
      // Every display checks the access again.
      c.header('cache-control', 'private, no-cache');
      c.header('etag', etag);
      if (matchesEntityTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
      const bytes = await storage.getBytes(key);
      if (!bytes) throw new DomainError('not-found');
      return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp' });
    })
    .post(
      '/avatars',
      async (c, next) => {
        c.set('actor', await requireAccess(c, ['subscriber']));
        await limits.avatar.consume(c.var.actor!.userId);
        await next();
      },
      bodyLimit({
        maxSize: MAXIMUM_IMAGE_BYTES,
        onError: () => {
          const { tooLarge } = imageMessages('profile-photo', '');
          throw new DomainError('payload-too-large', tooLarge);
        },
      }),
      upload,
    );
}
