import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  defaultPayoutRulesInputSchema,
  payoutOverridesInputSchema,
  payoutRulesSchema,
} from '../payout-rules.schema.ts';
import {
  changeDefaultPayoutRules,
  changeInfluencerPayoutRules,
  getPayoutRules,
} from './payout-rules.ts';

/** The rules of payouts, which the next run follows. */
export function payoutRulesApi({ db }: { db: Db }) {
  return operations([
    as('admin', 'staff').get(
      '/api/payout-rules',
      {
        id: 'getPayoutRules',
        summary: 'Get the rules of payouts: the default, and what differs for influencers',
        output: payoutRulesSchema,
        example: {
          defaults: {
            holdDays: 7,
            minimumCents: 5_000,
            reservePercent: 5,
            reserveDays: 90,
            needsApproval: true,
            version: 3,
            updatedAt: '2026-11-03T09:15:00.000Z',
          },
          influencers: [
            {
              influencerId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
              influencerName: 'Nova Sterling',
              holdDays: null,
              minimumCents: 0,
              reservePercent: null,
              reserveDays: null,
              version: 1,
            },
          ],
        },
      },
      ({ actor }) => getPayoutRules(db, actor),
    ),
    as('admin').put(
      '/api/payout-rules',
      {
        id: 'changeDefaultPayoutRules',
        needsConfirmation: true,
        summary: 'Change the default rules of payouts, for the next run',
        body: defaultPayoutRulesInputSchema,
        output: z.null(),
        errors: ['conflict'],
        example: null,
      },
      async ({ body }) => {
        await changeDefaultPayoutRules(db, body);
        return null;
      },
    ),
    as('admin').put(
      '/api/payout-rules/{influencerId}',
      {
        id: 'changeInfluencerPayoutRules',
        needsConfirmation: true,
        summary: 'Change what differs from the default rules of payouts for an influencer',
        params: z.object({ influencerId: z.uuid() }),
        body: payoutOverridesInputSchema,
        output: z.null(),
        errors: ['conflict', 'not-found'],
        example: null,
      },
      async ({ actor, params, body }) => {
        await changeInfluencerPayoutRules(db, actor, params.influencerId, body);
        return null;
      },
    ),
  ]);
}
