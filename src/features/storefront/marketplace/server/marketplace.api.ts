import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { anyRole, operations } from '#src/platform/http/operation.ts';
import { marketplacePageSchema, marketplaceQuerySchema } from '../marketplace.schema.ts';
import { marketplaceCardExample } from './marketplace.examples.ts';
import { listMarketplace } from './marketplace.ts';

type Dependencies = { db: Db; config: Pick<Config, 'payments'> };

export function marketplaceApi({ db, config }: Dependencies) {
  const paymentsOpen = config.payments !== 'disabled';
  return operations([
    anyRole.get(
      '/api/marketplace',
      {
        id: 'listMarketplace',
        summary: 'List influencers with an active plan, with search, filters and order',
        query: marketplaceQuerySchema,
        output: marketplacePageSchema,
        example: { influencers: [marketplaceCardExample], nextCursor: null, total: 1 },
      },
      ({ actor, query }) => listMarketplace({ db, paymentsOpen }, actor, query),
    ),
  ]);
}
