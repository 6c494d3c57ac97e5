import type { Pool } from 'pg';
import type { Config } from '#src/platform/config/config.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { ownPayoutPageSchema, ownPayoutQuerySchema } from '../own-payouts.schema.ts';
import { listOwnPayouts } from './own-payouts.ts';

/** An influencer's own payouts. */
export function ownPayoutsApi(services: { pool: Pool; config: Pick<Config, 'payoutTerms'> }) {
  return operations([
    as('influencer').get(
      '/api/my-payouts',
      {
        id: 'listOwnPayouts',
        summary: 'List your payouts, newest first, 25 per page, with the total paid',
        query: ownPayoutQuerySchema,
        output: ownPayoutPageSchema,
        example: {
          rows: [
            {
              id: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
              periodStart: '2026-10-01',
              periodEnd: '2026-10-31',
              totalSubscriptions: 42,
              grossRevenueCents: 83_958,
              merchantFeeCents: 4_158,
              platformCommissionCents: 15_960,
              adjustmentCents: 0,
              reserveHeldCents: 0,
              reserveReleasedCents: 0,
              reserveReleaseAt: null,
              netPayoutCents: 63_840,
              status: 'paid',
              needsTaxDetails: false,
              paidAt: '2026-11-03T09:15:00.000Z',
              statementNumber: 'SB-17-2026-000010',
            },
          ],
          total: 1,
          page: 1,
          pageCount: 1,
          totals: {
            thisMonth: { count: 1, cents: 63_840 },
            thisYear: { count: 1, cents: 63_840 },
            allTime: { count: 1, cents: 63_840 },
            pending: { count: 0, cents: 0 },
          },
          terms: { days: 15, method: 'bank transfer' },
          heldBack: {
            holdDays: 7,
            heldCents: 4_560,
            minimumCents: 5_000,
            reservePercent: 5,
            reserveDays: 90,
            reserves: [{ releaseAt: '2027-01-30T03:15:00.000Z', cents: 3_192 }],
          },
        },
      },
      ({ actor, query }) => listOwnPayouts(services, actor, query, new Date()),
    ),
  ]);
}
