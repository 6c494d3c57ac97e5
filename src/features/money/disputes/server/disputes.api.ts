import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  disputePageSchema,
  disputeQuerySchema,
  disputeRatiosSchema,
  disputeSchema,
  markDisputeSchema,
  type Dispute,
} from '../disputes.schema.ts';
import { exportDisputes, getDispute, listDisputes } from './dispute-list.ts';
import { getDisputeRatios } from './dispute-ratios.ts';
import { markDispute } from './mark-dispute.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

const DISPUTE: Dispute = {
  id: 'b7c0a1d2-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
  provider: 'stripe',
  providerDisputeId: 'du_1SXkP2LkdIwHu7ix',
  stage: 'dispute',
  status: 'opened',
  providerStatus: 'needs_response',
  reason: 'fraudulent',
  reasonCode: '10.4',
  network: 'visa',
  amountCents: 1999,
  openedAt: '2026-11-20T09:00:00.000Z',
  challengeBy: '2026-11-27T23:59:59.000Z',
  reportedAt: '2026-11-20T09:00:00.000Z',
  note: null,
  chargeId: '9a713288-892b-4891-b168-b0a1535a054c',
  paidAt: '2026-11-02T18:30:00.000Z',
  fan: {
    id: '3d7f0c52-9f0e-4f0a-9f5c-0a7be5c1d2a4',
    fullName: 'Robin Ashdown',
    email: 'robin@example.test',
    isDeleted: false,
  },
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
};

type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'disputeThresholds'> };

/** The queue of disputes, and how they compare with the limits of the card networks. */
export function disputesApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/disputes',
      {
        id: 'listDisputes',
        summary: 'List disputes and alerts, those with the nearest deadline first',
        query: disputeQuerySchema,
        output: disputePageSchema,
        example: { rows: [DISPUTE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listDisputes(pool, actor, query),
    ),
    backOffice.get(
      '/api/disputes.csv',
      {
        id: 'exportDisputes',
        summary: 'Export the filtered disputes as CSV',
        query: disputeQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example:
          'Opened (UTC),Fan,Influencer\r\n2026-11-20T09:00:00.000Z,Robin Ashdown,Marlowe Vesperine\r\n',
      },
      async ({ actor, query }) => exportDisputes(pool, actor, query),
    ),
    backOffice.get(
      '/api/dispute-ratios',
      {
        id: 'getDisputeRatios',
        summary: 'Get payments, disputes and alerts by month, and the limits of the networks',
        output: disputeRatiosSchema,
        errors: ['forbidden'],
        example: {
          months: [{ month: '2026-11-01', payments: 412, disputes: 2, alerts: 1 }],
          thresholds: [{ network: 'visa', count: 1500, percent: 1.5 }],
        },
      },
      ({ actor }) => getDisputeRatios(services, actor),
    ),
    backOffice.get(
      '/api/disputes/{id}',
      {
        id: 'getDispute',
        views: { entity: 'disputes', label: ({ fan }) => fan.fullName },
        summary: 'Get a dispute with its payment',
        params: byId,
        output: disputeSchema,
        errors: ['not-found'],
        example: DISPUTE,
      },
      ({ actor, params }) => getDispute(pool, actor, params.id),
    ),
    backOffice.post(
      '/api/disputes/{id}/mark',
      {
        id: 'markDispute',
        summary: 'Record what was done about a dispute at the provider',
        params: byId,
        body: markDisputeSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await markDispute(db, actor, params.id, body);
        return {};
      },
    ),
  ]);
}
