import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  imageOrderSchema,
  imageQuerySchema,
  imageSlotSchema,
  pageImagesSchema,
  slotImagesSchema,
} from '../page-images.schema.ts';
import { getPageImages, orderPageImages, removePageImage } from './page-images.ts';

const backOffice = as('admin', 'staff');
const ONE = '/images/1732100000000-a1b2c3-960x1200-7c2530';
const OTHER = '/images/1732100000001-d4e5f6-1600x900-1f2a44';

/** The pictures of influencers' public pages; page-image-uploads.ts receives new ones. */
export function pageImagesApi(services: { db: Db; jobs: Jobs }) {
  return operations([
    backOffice.get(
      '/api/influencers/{id}/page-images',
      {
        id: 'getPageImages',
        summary: 'Get the pictures of an influencer’s public page and the profile photo',
        params: z.object({ id: z.uuid() }),
        output: pageImagesSchema,
        errors: ['not-found'],
        example: {
          fullName: 'Marlowe Vesperine',
          publicUrl: 'marlowe-vesperine',
          images: {
            hero: [OTHER],
            about: [ONE],
            'sneak-peek': [],
            'why-signup': [],
            'ready-background': [],
            'profile-photo': [ONE],
          },
        },
      },
      ({ actor, params }) => getPageImages(services.db, actor, params.id),
    ),
    backOffice.put(
      '/api/influencers/{id}/page-images/{slot}',
      {
        id: 'orderPageImages',
        summary: 'Reorder the pictures of a slot; all of them must be listed',
        params: imageSlotSchema,
        body: imageOrderSchema,
        output: slotImagesSchema,
        errors: ['not-found', 'conflict'],
        example: { images: [OTHER, ONE] },
      },
      async ({ actor, params, body }) => ({
        images: await orderPageImages(services, actor, params, body.images),
      }),
    ),
    backOffice.delete(
      '/api/influencers/{id}/page-images/{slot}',
      {
        id: 'removePageImage',
        summary: 'Remove a picture from the page',
        params: imageSlotSchema,
        query: imageQuerySchema,
        output: slotImagesSchema,
        errors: ['not-found'],
        example: { images: [ONE] },
      },
      async ({ actor, params, query }) => ({
        images: await removePageImage(services, actor, params, query.image),
      }),
    ),
  ]);
}
