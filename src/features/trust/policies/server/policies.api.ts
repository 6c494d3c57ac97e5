import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newPolicySchema,
  policiesSchema,
  policyContentSchema,
  type Policy,
} from '../policies.schema.ts';
import { addPolicy, changePolicy, listPolicies, listPolicyVersions } from './policies.ts';

const backOffice = as('admin', 'staff');
const admin = as('admin');
const byId = z.object({ id: z.uuid() });

const POLICY: Policy = {
  id: '6f1e2d3c-8f40-4d0b-9a3e-1b6c7d8e9f01',
  area: 'complaint',
  code: 'copyright',
  number: 2,
  title: 'Content must not infringe copyright',
  description: 'For notices with everything that 17 U.S.C. § 512(c)(3) requires.',
  basis: 'law',
  ground: '17 U.S.C. § 512',
  decisions: ['removed'],
  isPublic: true,
  isActive: true,
  createdBy: 'Odile Marchetti',
  createdAt: '2026-11-20T09:00:00.000Z',
};

/** The reasons that decisions on posts and complaints can have. */
export function policiesApi({ db }: { db: Db }) {
  return operations([
    backOffice.get(
      '/api/policies',
      {
        id: 'listPolicies',
        summary:
          'List the reasons that decisions on posts and complaints can have, as they are now',
        output: policiesSchema,
        example: { policies: [POLICY] },
      },
      async () => ({ policies: await listPolicies(db) }),
    ),
    backOffice.get(
      '/api/policies/{id}/versions',
      {
        id: 'listPolicyVersions',
        summary: 'List all versions of a policy, the newest first',
        params: byId,
        output: policiesSchema,
        errors: ['not-found'],
        example: { policies: [POLICY] },
      },
      async ({ params }) => ({ policies: await listPolicyVersions(db, params.id) }),
    ),
    admin.post(
      '/api/policies',
      {
        id: 'addPolicy',
        summary: 'Add a policy',
        body: newPolicySchema,
        output: byId,
        errors: ['not-allowed-in-state'],
        example: { id: POLICY.id },
      },
      ({ actor, body }) => addPolicy(db, actor, body),
    ),
    admin.post(
      '/api/policies/{id}/versions',
      {
        id: 'changePolicy',
        summary:
          'Write the next version of a policy, or withdraw it; decisions that were made retain their version',
        params: byId,
        body: policyContentSchema,
        output: byId,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: { id: POLICY.id },
      },
      ({ actor, params, body }) => changePolicy(db, actor, { ...body, ...params }),
    ),
  ]);
}
