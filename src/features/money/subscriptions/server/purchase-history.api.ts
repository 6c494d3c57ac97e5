import type { Pool } from 'pg';
import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import { purchasePageSchema, receiptSchema, type Purchase } from '../purchases.schema.ts';
import { getReceipt, listPurchases } from './purchase-history.ts';

const charge: Purchase = {
  id: '3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11',
  kind: 'charge',
  occurredAt: '2026-11-20T18:30:00.000Z',
  chargeId: '3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11',
  influencerName: 'Marlowe Vesperine',
  periodStart: '2026-11-20T18:30:00.000Z',
  periodEnd: '2026-12-20T18:30:00.000Z',
  amountCents: 2400,
  provider: 'stripe',
  document: { id: '5b0c7d3e-2f1a-4c6b-9d8e-7f6a5b4c3d2e', number: 'INV-2026-000042' },
};
const refund: Purchase = {
  ...charge,
  id: '8d7c6b5a-4f3e-4d2c-8b1a-0f9e8d7c6b5a',
  kind: 'refund',
  occurredAt: '2026-11-22T09:00:00.000Z',
  amountCents: -1200,
  document: { id: '6c1d8e4f-3a2b-4d7c-8e9f-8a7b6c5d4e3f', number: 'CN-2026-000007' },
};

/** A fan's purchase history and receipts. */
export function purchaseHistoryApi({ pool }: { pool: Pool }) {
  return operations([
    as('subscriber').get(
      '/api/purchases',
      {
        id: 'listPurchases',
        summary: 'List your payments and refunds, newest first',
        query: z.object({ after: z.string().max(600).optional() }),
        output: purchasePageSchema,
        example: { rows: [refund, charge], total: 2, previous: null, next: null },
      },
      ({ actor, query }) => listPurchases(pool, actor, query.after),
    ),
    as('subscriber').get(
      '/api/purchases/{id}',
      {
        id: 'getReceipt',
        summary: 'Get the receipt of your payment, with its refunds',
        params: z.object({ id: z.uuid() }),
        output: receiptSchema,
        errors: ['not-found'],
        example: { charge, changes: [refund], email: 'fan@example.com' },
      },
      ({ actor, params }) => getReceipt(pool, actor, params.id),
    ),
  ]);
}
