import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  accountDecisionSchema,
  strikeRuleSchema,
  strikesSchema,
  type Strikes,
} from '../strikes.schema.ts';
import { changeStrikeRule, decideAccount, getStrikeRule, getStrikes } from './strikes.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const RULE = { months: 12, decideFrom: 3, version: 1 };

const STRIKES: Strikes = {
  rule: { months: 12, decideFrom: 3 },
  strikes: [
    {
      at: '2026-11-10T10:00:00.000Z',
      until: '2027-11-10T10:00:00.000Z',
      complaint: {
        id: '6f1e2d3c-8f40-4d0b-9a3e-1b6c7d8e9f01',
        reference: 'RP-6F1E2D3C',
        kind: 'copyright',
        reason: 'Content must not infringe copyright',
        label: 'Post of Marlowe Vesperine: Behind the curtain',
      },
    },
  ],
  decisions: [],
  needsDecision: false,
};

/** The strikes of influencers, the rule for them, and the decisions about their accounts. */
export function strikesApi(services: { db: Db; pool: Pool }) {
  const { db } = services;
  return operations([
    backOffice.get(
      '/api/influencers/{id}/strikes',
      {
        id: 'getStrikes',
        views: { entity: 'profiles', label: () => 'Strikes' },
        summary: 'Get the strikes of an influencer: the removals of the last months that hold',
        params: byId,
        output: strikesSchema,
        errors: ['not-found'],
        example: STRIKES,
      },
      ({ actor, params }) => getStrikes(services, actor, params.id),
    ),
    as('admin').post(
      '/api/influencers/{id}/strikes/decision',
      {
        id: 'decideAccount',
        summary: 'Record what was decided about the account of an influencer with strikes',
        params: byId,
        body: accountDecisionSchema,
        output: strikesSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: STRIKES,
      },
      async ({ actor, params, body }) => {
        await decideAccount(db, actor, { ...body, influencerId: params.id });
        return getStrikes(services, actor, params.id);
      },
    ),
    backOffice.get(
      '/api/strike-rule',
      {
        id: 'getStrikeRule',
        summary: 'Get for how long a removal counts, and from how many on somebody has to decide',
        output: strikeRuleSchema,
        example: RULE,
      },
      () => getStrikeRule(db),
    ),
    as('admin').put(
      '/api/strike-rule',
      {
        id: 'changeStrikeRule',
        summary: 'Change the rule, also for the strikes that there are',
        needsConfirmation: true,
        body: strikeRuleSchema,
        output: strikeRuleSchema,
        errors: ['conflict'],
        example: { ...RULE, version: 2 },
      },
      ({ body }) => changeStrikeRule(db, body),
    ),
  ]);
}
