import { z } from 'zod';
import { influencerPageSchema } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { influencerPageExample } from '#src/features/storefront/marketplace/server/marketplace.examples.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { getPagePreview } from './page-preview.ts';

type Dependencies = { db: Db; config: Pick<Config, 'payments'> };

export function pagePreviewApi({ db, config }: Dependencies) {
  return operations([
    as('admin', 'staff').get(
      '/api/influencers/{id}/page',
      {
        id: 'getPagePreview',
        summary: 'Preview an influencer’s page as a visitor would see it, even if it is not public',
        params: z.object({ id: z.uuid() }),
        output: z.object({ influencer: influencerPageSchema }),
        errors: ['not-found'],
        example: { influencer: influencerPageExample },
      },
      async ({ actor, params }) => {
        const paymentsOpen = config.payments.sales.length > 0;
        return { influencer: await getPagePreview({ db, paymentsOpen }, actor, params.id) };
      },
    ),
  ]);
}
