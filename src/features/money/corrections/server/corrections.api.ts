import type { Pool } from 'pg';
import { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  correctionBasisSchema,
  correctionPageSchema,
  correctionQuerySchema,
  correctionRefusalSchema,
  correctionReversalSchema,
  correctionSchema,
  newCorrectionSchema,
  type Correction,
} from '../corrections.schema.ts';
import { addCorrection, reverseCorrection, type CorrectionDependencies } from './correct.ts';
import {
  exportCorrections,
  getCorrection,
  getCorrectionBasis,
  listCorrections,
} from './correction-list.ts';
import { decideCorrection } from './decide-correction.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

const { balanceCents, ...ROW }: Correction = {
  id: 'a3c1f5b7-1f0e-4a55-9c0b-7c2f4d6e8a10',
  kind: 'bonus',
  status: 'proposed',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  amountCents: 25_000,
  chargeId: null,
  reverses: null,
  reversedBy: null,
  reason: 'Agreed for the launch week, see the contract.',
  statementText: 'Launch week bonus',
  needsApproval: true,
  requestedBy: 'Odile Marchetti',
  decidedBy: null,
  createdAt: '2026-11-20T18:30:00.000Z',
  decidedAt: null,
  decisionNote: null,
  isOwn: false,
  balanceCents: 84_200,
};

type Dependencies = CorrectionDependencies & { pool: Pool };

/** Corrections of influencers’ shares, and the fees of the payment providers. */
export function correctionsApi(services: Dependencies) {
  const { pool, db } = services;
  const decision = { needsConfirmation: true, params: byId, output: z.object({}), example: {} };
  return operations([
    backOffice.get(
      '/api/corrections',
      {
        id: 'listCorrections',
        summary: 'List corrections by influencer, reason, kind and status',
        query: correctionQuerySchema,
        output: correctionPageSchema,
        example: { rows: [ROW], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listCorrections(pool, actor, query),
    ),
    backOffice.get(
      '/api/corrections.csv',
      {
        id: 'exportCorrections',
        summary: 'Export the filtered corrections as CSV',
        query: correctionQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example:
          'Created (UTC),Influencer,Kind\r\n2026-11-20T18:30:00.000Z,Marlowe Vesperine,bonus\r\n',
      },
      async ({ actor, query }) => exportCorrections(pool, actor, query),
    ),
    backOffice.get(
      '/api/corrections/{id}',
      {
        id: 'getCorrection',
        views: { entity: 'corrections', label: () => 'Correction' },
        summary: 'Get a correction with the present balance of its influencer',
        params: byId,
        output: correctionSchema,
        errors: ['not-found'],
        example: { ...ROW, balanceCents },
      },
      ({ actor, params }) => getCorrection(services, actor, params.id),
    ),
    backOffice.get(
      '/api/influencers/{id}/correction-basis',
      {
        id: 'getCorrectionBasis',
        summary: 'Get the present balance of an influencer, and what needs no second person',
        params: byId,
        output: correctionBasisSchema,
        errors: ['not-found'],
        example: { balanceCents, allowanceCents: 10_000 },
      },
      async ({ actor, params }) => {
        await requireInfluencer(db, actor, params.id);
        return getCorrectionBasis(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/corrections',
      {
        id: 'addCorrection',
        needsConfirmation: true,
        summary: 'Record a correction, or propose it to a second person above the limit',
        body: newCorrectionSchema,
        output: z.object({ status: correctionSchema.shape.status }),
        errors: ['invalid-input', 'not-allowed-in-state'],
        example: { status: 'proposed' },
      },
      async ({ actor, body }) => {
        await addCorrection(services, actor, body);
        const { status } = await getCorrection(services, actor, body.id);
        return { status };
      },
    ),
    backOffice.post(
      '/api/corrections/{id}/approve',
      {
        ...decision,
        id: 'approveCorrection',
        summary: 'Approve the proposal of another person, and record it',
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params }) => {
        await decideCorrection(services, actor, params.id, { to: 'approved' });
        return {};
      },
    ),
    backOffice.post(
      '/api/corrections/{id}/decline',
      {
        ...decision,
        id: 'declineCorrection',
        // Nothing moves.
        needsConfirmation: false,
        summary: 'Decline the proposal of another person',
        body: correctionRefusalSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params, body: { note } }) => {
        await decideCorrection(services, actor, params.id, { to: 'declined', note });
        return {};
      },
    ),
    backOffice.post(
      '/api/corrections/{id}/withdraw',
      {
        ...decision,
        id: 'withdrawCorrection',
        needsConfirmation: false,
        summary: 'Withdraw one’s own proposal',
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params }) => {
        await decideCorrection(services, actor, params.id, { to: 'withdrawn' });
        return {};
      },
    ),
    backOffice.post(
      '/api/corrections/{id}/reverse',
      {
        ...decision,
        id: 'reverseCorrection',
        summary: 'Make the opposite of an approved correction, under the same limit',
        body: correctionReversalSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params, body }) => {
        await reverseCorrection(services, actor, { ...body, of: params.id });
        return {};
      },
    ),
  ]);
}
