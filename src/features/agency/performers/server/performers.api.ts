import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  archivingSchema,
  holdSchema,
  newPerformerSchema,
  performerChangeSchema,
  performerPageSchema,
  performerQuerySchema,
  performerSchema,
  type Performer,
} from '../performers.schema.ts';
import { exportPerformers, getPerformer, listPerformers } from './performer-list.ts';
import {
  addPerformer,
  changePerformer,
  setPerformerArchived,
  setPerformerHold,
} from './performers.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

const EXAMPLE: Performer = {
  id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10',
  kind: 'co-performer',
  fullName: 'Mara Vale',
  legalGivenNames: 'Marianne',
  legalSurname: 'Valdecourt',
  aliases: ['Mara V.'],
  dateOfBirth: '1994-04-12',
  country: 'FR',
  verification: 'verified',
  expiresOn: '2030-01-31',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  createdAt: '2026-11-20T18:30:00.000Z',
  archivedAt: null,
  version: 1,
  holdReason: null,
  retainedUntil: null,
};
const { version: _version, holdReason: _hold, retainedUntil: _until, ...ROW } = EXAMPLE;

/** The register of performers. */
export function performersApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/performers',
      {
        id: 'listPerformers',
        summary: 'List performers by any name, kind and influencer',
        query: performerQuerySchema,
        output: performerPageSchema,
        example: { rows: [ROW], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listPerformers(pool, actor, query),
    ),
    backOffice.get(
      '/api/performers.csv',
      {
        id: 'exportPerformers',
        summary: 'Export the filtered performers with all their names as CSV',
        query: performerQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: 'Legal Surname,Legal Given Names\r\nValdecourt,Marianne\r\n',
      },
      async ({ actor, query }) => exportPerformers(pool, actor, query),
    ),
    backOffice.get(
      '/api/performers/{id}',
      {
        id: 'getPerformer',
        summary: 'Get a performer',
        params: byId,
        output: performerSchema,
        views: { entity: 'performers', label: ({ fullName }) => fullName },
        errors: ['not-found'],
        example: EXAMPLE,
      },
      ({ actor, params }) => getPerformer(pool, actor, params.id),
    ),
    backOffice.post(
      '/api/performers',
      {
        id: 'addPerformer',
        summary: 'Add an influencer or a co-performer to the register',
        body: newPerformerSchema,
        output: performerSchema,
        errors: ['conflict'],
        example: EXAMPLE,
      },
      async ({ actor, body }) => {
        await addPerformer(db, actor, body);
        return getPerformer(pool, actor, body.id);
      },
    ),
    backOffice.patch(
      '/api/performers/{id}',
      {
        id: 'changePerformer',
        summary: 'Change the names, date of birth or country of a performer',
        params: byId,
        body: performerChangeSchema,
        output: performerSchema,
        errors: ['not-found', 'conflict'],
        example: { ...EXAMPLE, version: 2 },
      },
      async ({ actor, params, body }) => {
        await changePerformer(db, actor, params.id, body);
        return getPerformer(pool, actor, params.id);
      },
    ),
    backOffice.put(
      '/api/performers/{id}/archived',
      {
        id: 'setPerformerArchived',
        summary: 'Archive a performer, which starts the retention period, or restore one',
        params: byId,
        body: archivingSchema,
        output: performerSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: EXAMPLE,
      },
      async ({ actor, params, body }) => {
        await setPerformerArchived(db, actor, params.id, body.isArchived);
        return getPerformer(pool, actor, params.id);
      },
    ),
    as('admin').put(
      '/api/performers/{id}/hold',
      {
        id: 'setPerformerHold',
        summary: 'Keep a record regardless of its retention period, or lift the hold with null',
        needsConfirmation: true,
        params: byId,
        body: holdSchema,
        output: performerSchema,
        errors: ['not-found'],
        example: EXAMPLE,
      },
      async ({ actor, params, body }) => {
        await setPerformerHold(db, actor, params.id, body.reason);
        return getPerformer(pool, actor, params.id);
      },
    ),
  ]);
}
