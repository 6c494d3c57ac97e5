import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { anyRole, as, operations } from '#src/platform/http/operation.ts';
import {
  favoriteSchema,
  marketplacePageSchema,
  marketplaceQuerySchema,
} from '../marketplace.schema.ts';
import { addFavorite, removeFavorite } from './favorites.ts';
import { marketplaceCardExample } from './marketplace.examples.ts';
import { listMarketplace } from './marketplace.ts';

const ofInfluencer = z.object({ influencerId: z.uuid() });

type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'payments' | 'secrets'> };

export function marketplaceApi({ db, pool, config }: Dependencies) {
  const paymentsOpen = config.payments.sales.length > 0;
  return operations([
    anyRole.get(
      '/api/marketplace',
      {
        id: 'listMarketplace',
        whileViewingAsFan: true,
        summary: 'List influencers with an active plan, with search, filters and order',
        query: marketplaceQuerySchema,
        output: marketplacePageSchema,
        example: {
          influencers: [marketplaceCardExample],
          nextCursor: null,
          total: 1,
          sort: 'recommended',
          canRecommend: true,
        },
      },
      ({ actor, query }) => listMarketplace({ db, pool, config, paymentsOpen }, actor, query),
    ),
    as('subscriber').put(
      '/api/favorites/{influencerId}',
      {
        id: 'addFavorite',
        summary: "Add an influencer to the fan's favorites; may be repeated",
        params: ofInfluencer,
        output: favoriteSchema,
        errors: ['not-found'],
        example: { isFavorite: true },
      },
      async ({ actor, params }) => {
        await addFavorite(db, actor, params.influencerId);
        return { isFavorite: true };
      },
    ),
    as('subscriber').delete(
      '/api/favorites/{influencerId}',
      {
        id: 'removeFavorite',
        summary: "Remove an influencer from the fan's favorites; may be repeated",
        params: ofInfluencer,
        output: favoriteSchema,
        example: { isFavorite: false },
      },
      async ({ actor, params }) => {
        await removeFavorite(db, actor, params.influencerId);
        return { isFavorite: false };
      },
    ),
  ]);
}
