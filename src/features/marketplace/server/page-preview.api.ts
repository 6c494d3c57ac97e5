import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { as, operations } from '#src/platform/operation.ts';
import { influencerPageSchema } from '../marketplace.schema.ts';
import { influencerPageExample } from './marketplace.examples.ts';
import { getPagePreview } from './page-preview.ts';

export const pagePreviewApi = ({ db }: { db: Db }) =>
  operations([
    as('admin', 'staff').get(
      '/api/influencers/{id}/page',
      {
        id: 'getPagePreview',
        summary: 'An influencer’s page as a visitor would see it, also while it is not public',
        params: z.object({ id: z.uuid() }),
        output: z.object({ influencer: influencerPageSchema }),
        errors: ['not-found'],
        example: { influencer: influencerPageExample },
      },
      async ({ actor, params }) => ({ influencer: await getPagePreview(db, actor, params.id) }),
    ),
  ]);
