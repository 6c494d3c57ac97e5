import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import { throttle } from '#src/platform/http/throttle.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { imageMessages, imageSlotSchema, MAXIMUM_IMAGE_BYTES } from '../page-images.schema.ts';
import { addPageImage } from './page-images.ts';
import { receivePicture } from './picture-requests.ts';

const MAXIMUM_NAME_LENGTH = 255;

function slotOf(c: Context) {
  const { data } = imageSlotSchema.safeParse(c.req.param());
  if (!data) throw new DomainError('not-found');
  return data;
}

const nameOf = (c: Context) =>
  c.req.query('name')?.slice(0, MAXIMUM_NAME_LENGTH).trim() || 'The file';

/**
 * Receives a picture of a public page: `POST /page-images/{influencer}/{slot}?name=`. The name is
 * used only in messages; the response lists the pictures of the slot.
 */
export function pageImageUploads(services: {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  scanFile: VirusScan;
}) {
  return new Hono<RequestEnv>().post(
    '/page-images/:id/:slot',
    async (c, next) => {
      const actor = (await requireAccess(c, ['admin', 'staff']))!;
      c.set('actor', actor);
      slotOf(c);
      await throttle(c, 'write', actor.userId);
      await next();
    },
    bodyLimit({
      maxSize: MAXIMUM_IMAGE_BYTES,
      onError: (c) => {
        const { tooLarge } = imageMessages(slotOf(c).slot, nameOf(c));
        throw new DomainError('payload-too-large', tooLarge);
      },
    }),
    async (c) => {
      const file = { name: nameOf(c), bytes: await receivePicture(c) };
      const images = await addPageImage(services, c.var.actor!, slotOf(c), file);
      return c.json({ images }, 200, { 'cache-control': 'no-store' });
    },
  );
}
