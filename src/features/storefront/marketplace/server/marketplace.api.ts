import { z } from 'zod';
import { prepareInfluencerPage } from '#src/features/storefront/influencer-page/server/influencer-page.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { anyRole, open, operations } from '#src/platform/http/operation.ts';
import {
  influencerPageSchema,
  marketplacePageSchema,
  marketplaceQuerySchema,
} from '../marketplace.schema.ts';
import { influencerPageExample, marketplaceCardExample } from './marketplace.examples.ts';
import { listMarketplace } from './marketplace.ts';

type Dependencies = { db: Db; config: Pick<Config, 'payments'> };

export const marketplaceApi = ({ db, config }: Dependencies) => {
  const paymentsOpen = config.payments !== 'disabled';
  const getInfluencerPage = prepareInfluencerPage(db, paymentsOpen);
  return operations([
    anyRole.get(
      '/api/marketplace',
      {
        id: 'listMarketplace',
        summary: 'Influencers with an active plan: search, filters, sort, by cursor',
        query: marketplaceQuerySchema,
        output: marketplacePageSchema,
        example: { influencers: [marketplaceCardExample], nextCursor: null, total: 1 },
      },
      ({ actor, query }) => listMarketplace({ db, paymentsOpen }, actor, query),
    ),
    open.get(
      '/api/marketplace/{publicUrl}',
      {
        id: 'getInfluencerPage',
        summary: 'One influencer as the public page and the subscribe page show them',
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
};
