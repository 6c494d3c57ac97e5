import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import { featuredInfluencerSchema } from '../landing.schema.ts';
import { prepareFeatured } from './featured.ts';

export function landingApi({ db }: { db: Db }) {
  const listFeatured = prepareFeatured(db);
  return operations([
    open.get(
      '/api/featured',
      {
        id: 'listFeatured',
        whileViewingAsFan: true,
        summary: 'List the six newest influencers for the landing page',
        output: z.object({ influencers: z.array(featuredInfluencerSchema) }),
        example: {
          influencers: [
            {
              id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
              fullName: 'Marlowe Vesperine',
              publicUrl: 'marlowe-vesperine',
              contentCategory: 'Cosplay',
              image: '/images/1732100000000-a1b2c3',
            },
          ],
        },
      },
      async () => ({ influencers: await listFeatured() }),
    ),
  ]);
}
