import type { Pool } from 'pg';
import { z } from 'zod';
import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-context.ts';
import { bulkResultSchema } from '#src/lib/listing.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  reconciledProviderSchema,
  reconciliationItemPageSchema,
  reconciliationItemQuerySchema,
  reconciliationItemSchema,
  reconciliationRunPageSchema,
  reconciliationRunQuerySchema,
  settlementSchema,
} from '../reconciliation.schema.ts';
import {
  getReconciliationItem,
  listReconciledProviders,
  listReconciliationItems,
  listReconciliationRuns,
  requireUnlimited,
} from './list-reconciliation.ts';
import { ITEM_EXAMPLE, RUN_EXAMPLE } from './reconciliation.examples.ts';
import { requestReconciliation } from './run-reconciliation.ts';
import { settleItems } from './settle-items.ts';

const backOffice = as('admin', 'staff');

type Dependencies = PaymentDependencies & { pool: Pool };

/** The comparisons with the payment providers, and the differences that they found. */
export function reconciliationApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/reconciliation',
      {
        id: 'listReconciledProviders',
        summary: 'List the connected providers with their newest comparison; not for limited staff',
        output: z.object({ providers: z.array(reconciledProviderSchema) }),
        example: {
          providers: [
            {
              name: 'stripe',
              kinds: ['charge', 'refund', 'dispute', 'dispute_won', 'subscription'],
              openItems: 1,
              lastRun: RUN_EXAMPLE,
            },
          ],
        },
      },
      async ({ actor }) => ({ providers: await listReconciledProviders(services, actor) }),
    ),
    backOffice.get(
      '/api/reconciliation/runs',
      {
        id: 'listReconciliationRuns',
        summary: 'List the comparisons with the providers, newest first; not for limited staff',
        query: reconciliationRunQuerySchema,
        output: reconciliationRunPageSchema,
        example: { rows: [RUN_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listReconciliationRuns(pool, actor, query),
    ),
    backOffice.post(
      '/api/reconciliation/runs',
      {
        id: 'startReconciliation',
        summary:
          'Compare with every provider that lists its records, unless a comparison is running',
        throttle: 'expensive',
        output: z.object({ started: z.int() }),
        example: { started: 1 },
      },
      async ({ actor }) => {
        requireUnlimited(actor);
        return { started: await requestReconciliation(services, actor.userId) };
      },
    ),
    backOffice.get(
      '/api/reconciliation/items',
      {
        id: 'listReconciliationItems',
        summary: 'List differences by reference, fan, kind and status; not for limited staff',
        query: reconciliationItemQuerySchema,
        output: reconciliationItemPageSchema,
        example: { rows: [ITEM_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listReconciliationItems(pool, actor, query),
    ),
    backOffice.post(
      '/api/reconciliation/items/settle',
      {
        id: 'settleReconciliationItems',
        summary: 'Settle differences that a person has explained, with the reason',
        body: settlementSchema,
        output: bulkResultSchema,
        example: { changed: [ITEM_EXAMPLE.id], refused: [] },
      },
      ({ actor, body }) => settleItems(db, actor, body),
    ),
    backOffice.get(
      '/api/reconciliation/items/{id}',
      {
        id: 'getReconciliationItem',
        views: { entity: 'reconciliation_items', label: ({ fan }) => fan?.fullName ?? '' },
        summary: 'Get a difference with both sides; not for limited staff',
        params: z.object({ id: z.uuid() }),
        output: reconciliationItemSchema,
        errors: ['not-found'],
        example: ITEM_EXAMPLE,
      },
      ({ actor, params }) => getReconciliationItem(pool, actor, params.id),
    ),
  ]);
}
