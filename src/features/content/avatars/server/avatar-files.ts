import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  imageMessages,
  MAXIMUM_IMAGE_BYTES,
} from '#src/features/content/page-images/page-images.schema.ts';
import {
  receivePicture,
  sendPrivatePicture,
} from '#src/features/content/page-images/server/picture-requests.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { findAvatarKey, setAvatar, type UserInScope } from './avatars.ts';

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

  async function upload(c: Context<RequestEnv>) {
    const file = { name: 'The file', bytes: await receivePicture(c) };
    const avatar = await setAvatar(services, c.var.actor!, file);
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
      return sendPrivatePicture(c, storage, { id, key });
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
