import type { Pool } from 'pg';
import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { commissionHistorySchema, newCommissionRateSchema } from '../commission.schema.ts';
import {
  newPlanSchema,
  planChangeSchema,
  planCountsSchema,
  planPageSchema,
  planQuerySchema,
  planSchema,
  planVersionSchema,
} from '../plans.schema.ts';
import {
  addCommissionRate,
  listCommissionRates,
  removeCommissionRate,
  type CommissionDependencies,
} from './commission-rates.ts';
import { countPlans, getPlan, listPlans, type PlanFigures } from './plan-list.ts';
import {
  COMMISSION_EXAMPLE,
  COUNTS_EXAMPLE,
  PAGE_EXAMPLE,
  PLAN_EXAMPLE,
  VERSION_EXAMPLE,
} from './plans.examples.ts';
import { activatePlan, createPlan, deactivatePlan, updatePlan } from './plans.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const savedSchema = z.object({ id: z.uuid(), version: versionSchema });
const addedSchema = z.object({ id: z.uuid(), effectiveFrom: instantSchema });
const example = VERSION_EXAMPLE;

type Dependencies = CommissionDependencies & { pool: Pool; planFigures: PlanFigures };

export function plansApi({ db, latestPaymentAt, ...reading }: Dependencies) {
  const rates = { db, latestPaymentAt };
  return operations([
    backOffice.get(
      '/api/plans',
      {
        id: 'listPlans',
        summary: 'List subscription plans with their figures',
        query: planQuerySchema,
        output: planPageSchema,
        example: PAGE_EXAMPLE,
      },
      ({ actor, query }) => listPlans(reading, actor, query),
    ),
    backOffice.get(
      '/api/plans/counts',
      {
        id: 'countPlans',
        summary: 'Count the plans by filter',
        query: planQuerySchema.pick({ search: true }),
        output: planCountsSchema,
        example: COUNTS_EXAMPLE,
      },
      ({ actor, query }) => countPlans(reading, actor, query),
    ),
    backOffice.get(
      '/api/plans/{id}',
      {
        id: 'getPlan',
        summary: 'Get a plan with its figures',
        params: byId,
        output: planSchema,
        errors: ['not-found'],
        example: PLAN_EXAMPLE,
      },
      ({ actor, params }) => getPlan(reading, actor, params.id),
    ),
    backOffice.post(
      '/api/plans',
      {
        id: 'createPlan',
        needsConfirmation: true,
        summary: 'Create a plan; an influencer has at most one active plan',
        body: newPlanSchema,
        output: savedSchema,
        errors: ['conflict'],
        example: { ...example, version: 1 },
      },
      ({ actor, body }) => createPlan(db, actor, body),
    ),
    backOffice.put(
      '/api/plans/{id}',
      {
        id: 'updatePlan',
        needsConfirmation: true,
        summary:
          'Change the price of a plan for new subscribers; refused if it changed since the given version',
        params: byId,
        body: planChangeSchema,
        output: savedSchema,
        errors: ['not-found', 'conflict'],
        example,
      },
      ({ actor, params, body }) => updatePlan(db, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/plans/{id}/activate',
      {
        id: 'activatePlan',
        needsConfirmation: true,
        summary: 'Activate a plan; an influencer has at most one active plan',
        params: byId,
        body: planVersionSchema,
        output: savedSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => activatePlan(db, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/plans/{id}/deactivate',
      {
        id: 'deactivatePlan',
        needsConfirmation: true,
        summary: 'Deactivate a plan; existing subscriptions continue',
        params: byId,
        body: planVersionSchema,
        output: savedSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => deactivatePlan(db, actor, { ...body, ...params }),
    ),
    backOffice.get(
      '/api/plans/{id}/commission',
      {
        id: 'listCommissionRates',
        summary: 'List the planned, active and ended commissions of a plan, the latest first',
        params: byId,
        output: commissionHistorySchema,
        errors: ['not-found'],
        example: COMMISSION_EXAMPLE,
      },
      ({ actor, params }) => listCommissionRates(db, actor, params.id),
    ),
    backOffice.post(
      '/api/plans/{id}/commission',
      {
        id: 'addCommissionRate',
        needsConfirmation: true,
        summary:
          'Add a commission for the payments from the next one or from a day on; recorded payments never change',
        params: byId,
        body: newCommissionRateSchema,
        output: addedSchema,
        errors: ['not-found', 'invalid-input', 'conflict'],
        example: { id: example.id, effectiveFrom: '2027-01-01T00:00:00.000Z' },
      },
      ({ actor, params, body }) => addCommissionRate(rates, actor, { ...body, planId: params.id }),
    ),
    backOffice.delete(
      '/api/plans/{id}/commission/{rateId}',
      {
        id: 'removeCommissionRate',
        needsConfirmation: true,
        summary: 'Remove a commission that has not started',
        params: byId.extend({ rateId: z.uuid() }),
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params }) => {
        await removeCommissionRate(rates, actor, { planId: params.id, rateId: params.rateId });
        return {};
      },
    ),
  ]);
}
