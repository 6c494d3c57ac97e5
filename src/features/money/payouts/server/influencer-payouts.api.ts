import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { influencerPayoutsSchema } from '../influencer-payouts.schema.ts';
import { listInfluencerPayouts } from './influencer-payouts.ts';

const cursor = z.string().max(600).optional();

/** An influencer's payout history for the back office. */
export function influencerPayoutsApi(services: { db: Db; pool: Pool }) {
  return operations([
    as('admin', 'staff').get(
      '/api/influencers/{id}/payouts',
      {
        id: 'listInfluencerPayouts',
        views: { entity: 'payouts', label: () => 'All of an influencer' },
        summary: 'List the payouts of an influencer, newest first, with the total paid',
        params: z.object({ id: z.uuid() }),
        query: z.object({ after: cursor, before: cursor }),
        output: influencerPayoutsSchema,
        errors: ['not-found'],
        example: {
          rows: [
            {
              id: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
              periodStart: '2026-10-01',
              periodEnd: '2026-10-31',
              totalSubscriptions: 42,
              grossRevenueCents: 41_958,
              merchantFeeCents: 2_058,
              platformCommissionCents: 7_980,
              adjustmentCents: 0,
              reserveHeldCents: 0,
              reserveReleasedCents: 0,
              reserveReleaseAt: null,
              netPayoutCents: 31_920,
              status: 'paid',
              needsTaxDetails: false,
              needsApproval: false,
              createdAt: '2026-11-01T03:00:00.000Z',
              paidAt: '2026-11-03T09:15:00.000Z',
              paidBy: 'Odile Marchetti',
              notes: null,
              statementNumber: 'SB-17-2026-000010',
            },
          ],
          total: 1,
          previous: null,
          next: null,
          paid: {
            count: 1,
            grossRevenueCents: 41_958,
            platformCommissionCents: 7_980,
            netPayoutCents: 31_920,
          },
        },
      },
      ({ actor, params, query }) => listInfluencerPayouts(services, actor, { ...params, ...query }),
    ),
  ]);
}
