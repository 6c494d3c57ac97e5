import type { Pool } from 'pg';
import { z } from 'zod';
import { versionSchema } from '#src/lib/version.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newPlanSchema,
  planChangeSchema,
  planCountsSchema,
  planPageSchema,
  planQuerySchema,
  planSchema,
  planVersionSchema,
} from '../plans.schema.ts';
import { countPlans, getPlan, listPlans, type PlanFigures } from './plan-list.ts';
import { COUNTS_EXAMPLE, PAGE_EXAMPLE, PLAN_EXAMPLE, VERSION_EXAMPLE } from './plans.examples.ts';
import { activatePlan, createPlan, deactivatePlan, updatePlan } from './plans.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const savedSchema = z.object({ id: z.uuid(), version: versionSchema });
const example = VERSION_EXAMPLE;

type Dependencies = { db: Db; pool: Pool; planFigures: PlanFigures };

export function plansApi({ db, ...reading }: Dependencies) {
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
        summary:
          'Change a plan: the price for new subscribers, the commission from the next payment on; refused if it changed since the given version',
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
        summary: 'Deactivate a plan; existing subscriptions continue',
        params: byId,
        body: planVersionSchema,
        output: savedSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => deactivatePlan(db, actor, { ...body, ...params }),
    ),
  ]);
}
