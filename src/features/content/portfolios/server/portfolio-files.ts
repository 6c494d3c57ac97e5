import { Hono } from 'hono';
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
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { FILE_NAME_MAXIMUM_LENGTH, TOKEN_HEADER } from '../portfolios.schema.ts';
import { addPicture, findPicture, requireApplication } from './portfolios.ts';

type Services = {
  db: Db;
  config: Pick<Config, 'secrets'>;
  storage: Storage;
  scanFile: VirusScan;
  limits: { applicationPicture: RateLimit };
};

const nameOf = (query: string | undefined) =>
  // Surrogates may be halves, which PostgreSQL does not store.
  query
    ?.toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .slice(0, FILE_NAME_MAXIMUM_LENGTH)
    .toWellFormed() || 'The file';

/**
 * Receives a picture of an applicant, who proves to be one by the secret of their link
 * (`POST /application/pictures?name=`), and serves it to the back office
 * (`GET /application/pictures/{id}`). The response to an upload lists the pictures.
 */
export function portfolioFiles(services: Services) {
  const { db, storage, limits } = services;
  return new Hono<RequestEnv>()
    .get('/application/pictures/:id', async (c) => {
      const actor = (await requireAccess(c, ['admin', 'staff']))!;
      const id = c.req.param('id');
      const found = isUuid(id) ? await findPicture(db, id) : null;
      if (!found) throw new DomainError('not-found');
      await c.var.recordAccess(actor, {
        action: 'viewed',
        entity: 'influencer_applications',
        entityId: found.applicationId,
        label: 'Pictures',
      });
      return sendPrivatePicture(c, storage, { id, key: found.key });
    })
    .post(
      '/application/pictures',
      async (c, next) => {
        await limits.applicationPicture.consume(c.var.clientNetwork);
        requireApplication(services, c.req.header(TOKEN_HEADER) ?? '');
        await next();
      },
      bodyLimit({
        maxSize: MAXIMUM_IMAGE_BYTES,
        onError: (c) => {
          const { tooLarge } = imageMessages('about', nameOf(c.req.query('name')));
          throw new DomainError('payload-too-large', tooLarge);
        },
      }),
      async (c) => {
        const bytes = await receivePicture(c);
        const id = requireApplication(services, c.req.header(TOKEN_HEADER) ?? '');
        const file = { name: nameOf(c.req.query('name')), bytes };
        const portfolio = await addPicture(services, id, file);
        return c.json(portfolio, 200, { 'cache-control': 'no-store' });
      },
    );
}
