import { z } from 'zod';
import { statusTokenSchema } from '#src/features/agency/applications/application-status.schema.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { portfolioSchema, removedPictureSchema, type Portfolio } from '../portfolios.schema.ts';
import { listPictures, removePicture, requireApplication } from './portfolios.ts';

type Dependencies = {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
  config: Pick<Config, 'secrets'>;
  limits: { applicationLink: RateLimit };
};

const EXAMPLE: Portfolio = {
  pictures: [{ id: '3a0c7d52-8f40-4d0b-9a3e-1b6c7d8e9f04', fileName: 'portrait.jpg' }],
};

/** The pictures of applicants; portfolio-files.ts receives and serves them. */
export function portfoliosApi(services: Dependencies) {
  const { db, limits } = services;
  return operations([
    open.post(
      '/api/application-pictures',
      {
        id: 'listOwnApplicationPictures',
        summary: "List the pictures of the application that a mail's link is for",
        body: statusTokenSchema,
        output: portfolioSchema,
        errors: ['not-found', 'rate-limited'],
        example: EXAMPLE,
      },
      async ({ body, context }) => {
        await limits.applicationLink.consume(context.var.clientNetwork);
        return listPictures(db, requireApplication(services, body.token));
      },
    ),
    open.post(
      '/api/application-pictures/removal',
      {
        id: 'removeApplicationPicture',
        summary:
          "Remove a picture from the pending application that a mail's link is for; also a second time",
        body: removedPictureSchema,
        output: portfolioSchema,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: { pictures: [] },
      },
      async ({ body, context }) => {
        await limits.applicationLink.consume(context.var.clientNetwork);
        return removePicture(services, requireApplication(services, body.token), body.id);
      },
    ),
    as('admin', 'staff').get(
      '/api/applications/{id}/pictures',
      {
        id: 'listApplicationPictures',
        views: { entity: 'influencer_applications', label: () => 'Pictures' },
        summary: 'List the pictures of an application; /application/pictures/{id} serves them',
        params: z.object({ id: z.uuid() }),
        output: portfolioSchema,
        example: EXAMPLE,
      },
      ({ params }) => listPictures(db, params.id),
    ),
  ]);
}
