import { and, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { z } from 'zod';
import {
  optionQuerySchema,
  optionSchema,
} from '#src/features/agency/influencers/influencer-options.schema.ts';
import { listInfluencerOptions } from '#src/features/agency/influencers/server/influencer-options.ts';
import {
  deleteUser,
  type DeletionDependencies,
} from '#src/features/backoffice/users/server/delete-user.ts';
import type { Inviting } from '#src/features/backoffice/users/server/invite-user.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { assignmentSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { assignOwner, type OwnedRecords } from '#src/features/identity/colleagues/server/owners.ts';
import { bulkResultSchema, selectedRowsSchema } from '#src/lib/listing.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  influencerDetailSchema,
  influencerFilterSchema,
  influencerPageSchema,
  newInfluencerSchema,
} from '../influencer-records.schema.ts';
import { createInfluencer } from './create-influencer.ts';
import { goLive } from './go-live.ts';
import { getInfluencer } from './influencer-detail.ts';
import { exportInfluencers, listInfluencers } from './influencer-list.ts';
import { detailExample, optionExample, rowExample } from './influencers.examples.ts';

type Dependencies = DeletionDependencies & Inviting & { pool: Pool };

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });
const isInfluencer = sql`exists (select from ${userRoles}
  where ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer')`;
const OWNED_INFLUENCERS: OwnedRecords = {
  table: profiles,
  visibleTo: (reader) => and(isInfluencer, inScope(reader, profiles.id)),
};

/** The back office's influencer records. */
export function influencersApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/influencers',
      {
        id: 'listInfluencers',
        summary: 'List influencers by search text, category and status',
        query: influencerFilterSchema,
        output: influencerPageSchema,
        example: { rows: [rowExample], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listInfluencers(services, actor, query),
    ),
    backOffice.get(
      '/api/influencers.csv',
      {
        id: 'exportInfluencers',
        summary: 'Export the filtered influencers as CSV',
        query: influencerFilterSchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: 'Name,Email,Phone\r\nMarlowe Vesperine,marlowe@example.com,+1 555 0100\r\n',
      },
      async ({ actor, query }) => exportInfluencers(services, actor, query),
    ),
    backOffice.post(
      '/api/influencers.csv',
      {
        id: 'exportSelectedInfluencers',
        summary: 'Export selected influencers as CSV',
        body: selectedRowsSchema(influencerFilterSchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: 'Name,Email,Phone\r\nMarlowe Vesperine,marlowe@example.com,+1 555 0100\r\n',
      },
      async ({ actor, body }) => exportInfluencers(services, actor, body),
    ),
    backOffice.get(
      '/api/influencers/options',
      {
        id: 'listInfluencerOptions',
        summary: 'List up to 20 influencers to choose from, by search text or by id',
        query: optionQuerySchema,
        output: z.object({ options: z.array(optionSchema) }),
        example: { options: [optionExample] },
      },
      async ({ actor, query }) => ({ options: await listInfluencerOptions(pool, actor, query) }),
    ),
    backOffice.post(
      '/api/influencers',
      {
        id: 'createInfluencer',
        // A new account, like those of users and imports.
        needsConfirmation: true,
        summary:
          'Create a draft of an influencer who can sign in at once, optionally from an accepted application; without a password they are invited, as in createUser',
        body: newInfluencerSchema,
        output: z.object({
          id: z.uuid(),
          publicUrl: z.string(),
          invitationLink: z.url().nullable(),
        }),
        errors: ['email-taken', 'not-found', 'not-allowed-in-state', 'conflict'],
        example: { id: rowExample.id, publicUrl: 'marlowe-vesperine', invitationLink: null },
      },
      ({ actor, body }) => createInfluencer(services, actor, body),
    ),
    backOffice.get(
      '/api/influencers/{id}',
      {
        id: 'getInfluencer',
        views: { entity: 'profiles', label: ({ fullName }) => fullName },
        summary: 'Get an influencer with all fields, money, growth, posts, open tasks and notes',
        params,
        output: influencerDetailSchema,
        errors: ['not-found'],
        example: detailExample,
      },
      ({ actor, params: { id } }) => getInfluencer(services, actor, id, new Date()),
    ),
    backOffice.post(
      '/api/influencers/{id}/go-live',
      {
        id: 'goLive',
        summary:
          'Show a draft to visitors and fans; refused with what is missing. Repeating it has no effect',
        params,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await goLive(db, actor, id);
        return {};
      },
    ),
    backOffice.put(
      '/api/influencers/owner',
      {
        id: 'assignInfluencers',
        summary: 'Make a colleague the owner of influencers, or nobody',
        body: assignmentSchema,
        output: bulkResultSchema,
        example: { changed: [rowExample.id], refused: [] },
      },
      ({ actor, body }) => assignOwner(services, actor, OWNED_INFLUENCERS, body),
    ),
    backOffice.delete(
      '/api/influencers/{id}',
      {
        needsConfirmation: true,
        id: 'deleteInfluencer',
        summary:
          'Delete an influencer with posts, tasks, plans and subscriptions, after cancelling the renewals; payouts stay in the ledger',
        params,
        output: z.object({}),
        errors: ['not-found', 'provider-unavailable'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await deleteUser(services, actor, id, 'influencer');
        return {};
      },
    ),
  ]);
}
