import { z } from 'zod';
import { influencerPageSchema } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { influencerPageExample } from '#src/features/storefront/marketplace/server/marketplace.examples.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import { prepareInfluencerPage } from './influencer-page.ts';

type Dependencies = { db: Db; config: Pick<Config, 'payments'> };

/** The public page of an influencer. */
export function influencerPageApi({ db, config }: Dependencies) {
  const getInfluencerPage = prepareInfluencerPage(db, config.payments.sales.length > 0);
  return operations([
    open.get(
      '/api/marketplace/{publicUrl}',
      {
        id: 'getInfluencerPage',
        whileViewingAsFan: true,
        summary: 'Get an influencer as shown on the public page and the subscribe page',
        params: z.object({
          publicUrl: z.string().min(1).max(100).toLowerCase(),
        }),
        output: z.object({ influencer: influencerPageSchema }),
        errors: ['not-found'],
        example: { influencer: influencerPageExample },
      },
      async ({ actor, params }) => ({
        influencer: await getInfluencerPage(params.publicUrl, actor?.userId ?? null),
      }),
    ),
  ]);
}
