import type { Pool } from 'pg';
import { z } from 'zod';
import { bulkIds, bulkResultSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  payoutApprovalSchema,
  payoutPaymentSchema,
  payoutReturnSchema,
  payoutReviewQuerySchema,
  payoutReviewsSchema,
  payoutSendingSchema,
  payoutTransitionsSchema,
  payoutVoidSchema,
} from '../../payout-changes.schema.ts';
import {
  approvePayouts,
  markPayoutPaid,
  markPayoutReturned,
  markPayoutsSent,
  voidPayout,
} from '../payout-states.ts';
import { CHANGED_EXAMPLE, REVIEWS_EXAMPLE, TRANSITIONS_EXAMPLE } from '../payouts.examples.ts';
import { listPayoutTransitions } from './payout-transitions.ts';
import { reviewPayouts } from './review-payouts.ts';
import { undoPayoutChange } from './undo-payout-change.ts';

const backOffice = as('admin', 'staff');
const changed = { output: bulkResultSchema, example: CHANGED_EXAMPLE } as const;

type Dependencies = { db: Db; pool: Pool; jobs: Pick<Jobs, 'enqueue'> };

/** The changes of payouts' statuses, and what to know before one. */
export function payoutStatesApi(services: Dependencies) {
  return operations([
    backOffice.post(
      '/api/payouts/review',
      {
        id: 'reviewPayouts',
        summary:
          'Get what the influencers of payouts are owed now, open disputes, and reversals since',
        body: payoutReviewQuerySchema,
        output: payoutReviewsSchema,
        example: REVIEWS_EXAMPLE,
      },
      ({ actor, body }) => reviewPayouts(services.pool, actor, body.ids),
    ),
    backOffice.post(
      '/api/payouts/approve',
      {
        id: 'approvePayouts',
        needsConfirmation: true,
        summary: 'Approve payouts that somebody else made and will pay',
        body: payoutApprovalSchema,
        ...changed,
      },
      ({ actor, body }) => approvePayouts(services, actor, body.ids),
    ),
    backOffice.post(
      '/api/payouts/send',
      {
        id: 'markPayoutsSent',
        needsConfirmation: true,
        summary: 'Mark payouts as handed to the bank',
        body: payoutSendingSchema,
        ...changed,
      },
      ({ actor, body: { ids, ...batch } }) => markPayoutsSent(services, actor, ids, batch),
    ),
    backOffice.post(
      '/api/payouts/pay',
      {
        id: 'markPayoutsPaid',
        needsConfirmation: true,
        summary: 'Mark payouts as paid and notify the influencers',
        body: payoutPaymentSchema,
        ...changed,
      },
      ({ actor, body: { ids, ...payment } }) =>
        changeEach(ids, (id) => markPayoutPaid(services, actor, { id, ...payment })),
    ),
    backOffice.post(
      '/api/payouts/return',
      {
        id: 'markPayoutsReturned',
        needsConfirmation: true,
        summary: 'Record that the bank returned payouts, and notify the influencers',
        body: payoutReturnSchema,
        ...changed,
      },
      ({ actor, body: { ids, ...returned } }) =>
        changeEach(ids, (id) => markPayoutReturned(services, actor, id, returned)),
    ),
    backOffice.post(
      '/api/payouts/void',
      {
        id: 'voidPayouts',
        needsConfirmation: true,
        summary: 'Void payouts that were not paid: what they settle is open for the next run',
        body: payoutVoidSchema,
        ...changed,
      },
      ({ actor, body: { ids, reason } }) =>
        changeEach(ids, (id) => voidPayout(services, actor, id, { reason })),
    ),
    backOffice.post(
      '/api/payouts/undo',
      {
        id: 'undoPayoutChanges',
        // The mistake was confirmed a moment ago.
        needsConfirmation: false,
        summary: 'Undo one’s own approval, sending or payment of payouts a moment ago',
        body: z.object({ ids: bulkIds }),
        ...changed,
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => undoPayoutChange(services, actor, id)),
    ),
    backOffice.get(
      '/api/payouts/{id}/transitions',
      {
        id: 'listPayoutTransitions',
        summary: 'List who changed the status of a payout, when and why, newest first',
        params: z.object({ id: z.uuid() }),
        output: payoutTransitionsSchema,
        errors: ['not-found'],
        example: TRANSITIONS_EXAMPLE,
      },
      ({ actor, params }) => listPayoutTransitions(services, actor, params.id),
    ),
  ]);
}
