import type { Pool } from 'pg';
import { z } from 'zod';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import {
  newPriceChangeSchema,
  planPriceChangesSchema,
  priceChangeSchema,
  priceNoticePageSchema,
  priceNoticeQuerySchema,
} from '#src/features/money/plans/price-changes.schema.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  announcePriceChange,
  callOffPriceChange,
  type AnnounceDependencies,
} from './announce-price-change.ts';
import { getPlanPriceChanges, getPriceChange, listPriceNotices } from './price-change-list.ts';
import { PRICE_CHANGE_EXAMPLE, PRICE_NOTICE_EXAMPLE } from './price-changes.examples.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

type Dependencies = AnnounceDependencies & { pool: Pool; payments: Payments };

/** How existing fans of a plan move to its price. */
export function priceChangesApi(services: Dependencies) {
  const { pool } = services;
  return operations([
    backOffice.get(
      '/api/plans/{id}/price-changes',
      {
        id: 'getPlanPriceChanges',
        summary: 'Get the price changes of a plan, and how many fans a new one would move',
        params: byId,
        output: planPriceChangesSchema,
        errors: ['not-found'],
        example: {
          priceCents: 2400,
          changes: [PRICE_CHANGE_EXAMPLE],
          movableCount: 2,
          fixedCount: 0,
          needsConsent: false,
        },
      },
      ({ actor, params }) => getPlanPriceChanges(services, actor, params.id),
    ),
    backOffice.post(
      '/api/plans/{id}/price-changes',
      {
        id: 'announcePriceChange',
        needsConfirmation: true,
        summary:
          'Move existing fans of a plan to its price, from a day on that is at least 30 days ahead; each of them gets a mail',
        params: byId,
        body: newPriceChangeSchema,
        output: byId,
        errors: ['not-found', 'invalid-input', 'conflict'],
        example: { id: PRICE_CHANGE_EXAMPLE.id },
      },
      ({ actor, params, body }) => announcePriceChange(services, actor, params.id, body),
    ),
    backOffice.get(
      '/api/price-changes/{id}',
      {
        id: 'getPriceChange',
        summary: 'Get a price change, and what came of its notices',
        params: byId,
        output: priceChangeSchema,
        errors: ['not-found'],
        example: PRICE_CHANGE_EXAMPLE,
      },
      ({ actor, params }) => getPriceChange(pool, actor, params.id),
    ),
    backOffice.post(
      '/api/price-changes/{id}/call-off',
      {
        id: 'callOffPriceChange',
        needsConfirmation: true,
        summary:
          'Call off a price change before the first prices are set; whoever knows about it gets a mail',
        params: byId,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params }) => {
        await callOffPriceChange(services, actor, params.id);
        return {};
      },
    ),
    backOffice.get(
      '/api/price-notices',
      {
        id: 'listPriceNotices',
        summary: 'List the fans who got the notice of a price change, with what came of it',
        query: priceNoticeQuerySchema,
        output: priceNoticePageSchema,
        example: { rows: [PRICE_NOTICE_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listPriceNotices(pool, actor, query),
    ),
  ]);
}
