import type { Pool } from 'pg';
import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  auditActorsSchema,
  auditDetailQuery,
  auditDetailSchema,
  auditEntryParams,
  auditPageSchema,
  auditQuerySchema,
  type AuditChange,
} from '../audit.schema.ts';
import { exportEntries, getChange, listActors, listChanges } from './audit.ts';

const changeExample: AuditChange = {
  id: '4711',
  at: '2026-11-20T18:04:05.120Z',
  actorId: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  actorEmail: 'staff@example.com',
  actorRole: 'staff',
  address: '192.0.2.7',
  operation: 'POST /api/users/0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11/suspend',
  partCount: 1,
  parts: [
    {
      action: 'changed',
      entity: 'users',
      entityId: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
      label: 'fan@example.com',
      fields: ['ban_expires', 'banned'],
      status: null,
    },
  ],
};

const { sort: _, after: __, before: ___, ...filters } = auditQuerySchema.shape;

/** The changes by admins and staff, read-only. */
export function auditApi({ pool }: { pool: Pool }) {
  return operations([
    as('admin').get(
      '/api/audit',
      {
        id: 'listAuditTrail',
        mayLag: true,
        summary:
          'List changes, sign-ins and exports by admins and staff, one row per request; views of personal data only by that action or for one record',
        query: auditQuerySchema,
        output: auditPageSchema,
        example: { rows: [changeExample], total: 1, previous: null, next: null },
      },
      ({ query }) => listChanges(pool, query),
    ),
    as('admin').get(
      '/api/audit.csv',
      {
        id: 'exportAuditTrail',
        summary: 'Export the audit trail as CSV, one line per changed record',
        query: z.object(filters),
        output: z.string(),
        produces: 'text/csv',
        example: 'Time (UTC),Who\r\n2026-11-20T18:04:05.120Z,staff@example.com\r\n',
      },
      async ({ query }) => exportEntries(pool, query),
    ),
    as('admin').get(
      '/api/audit/actors',
      {
        id: 'listAuditActors',
        mayLag: true,
        summary: 'List everyone who has ever changed something',
        output: auditActorsSchema,
        example: { actors: [{ id: changeExample.actorId, email: changeExample.actorEmail }] },
      },
      async () => ({ actors: await listActors(pool) }),
    ),
    as('admin').get(
      '/api/audit/{id}',
      {
        id: 'getAuditAct',
        mayLag: true,
        summary: 'Get all changes of a request, with the values before and after',
        params: auditEntryParams,
        query: auditDetailQuery,
        output: auditDetailSchema,
        errors: ['not-found'],
        example: {
          change: changeExample,
          entries: [
            {
              id: changeExample.id,
              action: 'changed',
              entity: 'users',
              entityId: changeExample.parts[0]!.entityId,
              label: 'fan@example.com',
              before: { banned: false, ban_expires: null },
              after: { banned: true, ban_expires: '2140-08-14T18:04:05.12+00:00' },
            },
          ],
          names: {},
          next: null,
        },
      },
      ({ params, query }) => getChange(pool, params.id, query.after),
    ),
  ]);
}
