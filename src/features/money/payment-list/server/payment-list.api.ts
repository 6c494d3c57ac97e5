import type { Pool } from 'pg';
import { z } from 'zod';
import { selectedRowsSchema } from '#src/lib/listing.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  paymentPageSchema,
  paymentQuerySchema,
  paymentSchema,
  type PaymentRow,
} from '../payment-list.schema.ts';
import { exportPayments, getPayment, listPayments } from './payment-list.ts';

const backOffice = as('admin', 'staff');

const EXAMPLE: PaymentRow = {
  id: '3f2a91bc-04d7-4c7c-8f6e-1d2c3b4a5f60',
  state: 'partly_refunded',
  at: '2026-11-20T18:30:00.000Z',
  amountCents: 1999,
  leftCents: 1499,
  fan: {
    id: '3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60',
    fullName: 'Ivo Lindqvist',
    email: 'ivo@example.com',
    isDeleted: false,
  },
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  provider: 'stripe',
  providerReference: 'in_1Q2w3E4r5T6y',
  subscriptionId: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
};

const CSV_EXAMPLE =
  'Time (UTC),Receipt,Fan\r\n2026-11-20T18:30:00.000Z,3F2A-91BC-04D7,Ivo Lindqvist\r\n';

/** The back office's list of payments. */
export function paymentListApi({ pool }: { pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/payments',
      {
        id: 'listPayments',
        summary:
          'List payments and failed attempts by receipt number, reference, people, state, influencer and fan',
        query: paymentQuerySchema,
        output: paymentPageSchema,
        example: { rows: [EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listPayments(pool, actor, query),
    ),
    backOffice.get(
      '/api/payments.csv',
      {
        id: 'exportPayments',
        summary: 'Export the filtered payments as CSV',
        query: paymentQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      ({ actor, query }) => exportPayments(pool, actor, query),
    ),
    backOffice.post(
      '/api/payments.csv',
      {
        id: 'exportSelectedPayments',
        summary: 'Export selected payments as CSV',
        body: selectedRowsSchema(paymentQuerySchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      ({ actor, body }) => exportPayments(pool, actor, body),
    ),
    backOffice.get(
      '/api/payments/{id}',
      {
        id: 'getPayment',
        views: { entity: 'payments', label: ({ fan }) => fan.fullName },
        summary: 'Get a payment with its refunds and disputes',
        params: z.object({ id: z.uuid() }),
        output: paymentSchema,
        errors: ['not-found'],
        example: {
          ...EXAMPLE,
          periodStart: '2026-11-20T18:30:00.000Z',
          periodEnd: '2026-12-20T18:30:00.000Z',
          reversals: [
            {
              id: '5d9c1f0e-2b7a-4d86-9a41-0c7e5b3f8d22',
              kind: 'refund',
              at: '2026-11-21T09:00:00.000Z',
              amountCents: -500,
            },
          ],
        },
      },
      ({ actor, params }) => getPayment(pool, actor, params.id),
    ),
  ]);
}
