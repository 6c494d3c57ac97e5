import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  bannedTermPageSchema,
  bannedTermQuerySchema,
  newTermSchema,
  termLevelSchema,
  termMatchesSchema,
  termSchema,
} from '../banned-term-list.schema.ts';
import {
  addBannedTerm,
  changeTermLevel,
  listBannedTerms,
  removeBannedTerm,
} from './banned-term-list.ts';
import { findTermMatches } from './term-matches.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });
const id = '2f6a1f2f-9a10-4c0f-8f0a-7b0a4b1e4a3d';

/** The terms that public texts must not contain. */
export function bannedTermListApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    admin.get(
      '/api/banned-terms',
      {
        id: 'listBannedTerms',
        summary: 'List the terms that public texts must not contain',
        query: bannedTermQuerySchema,
        output: bannedTermPageSchema,
        example: {
          rows: [
            {
              id,
              term: 'red lantern',
              level: 'refuse',
              createdBy: 'Odile Marchetti',
              createdAt: '2026-11-20T09:00:00.000Z',
            },
          ],
          total: 1,
          previous: null,
          next: null,
        },
      },
      ({ query }) => listBannedTerms(pool, query),
    ),
    admin.get(
      '/api/banned-terms/matches',
      {
        id: 'findTermMatches',
        throttle: 'expensive',
        summary: 'Count the existing captions, profiles, names and messages that contain a term',
        query: termSchema,
        output: termMatchesSchema,
        example: {
          kinds: [{ kind: 'post', count: 1, newest: [{ id, label: 'Red lantern, 9 pm' }] }],
        },
      },
      ({ query }) => findTermMatches(pool, query.term),
    ),
    admin.post(
      '/api/banned-terms',
      {
        id: 'addBannedTerm',
        summary: 'Add a banned term',
        body: newTermSchema,
        output: byId,
        errors: ['conflict'],
        example: { id },
      },
      ({ actor, body }) => addBannedTerm(db, actor, body),
    ),
    admin.put(
      '/api/banned-terms/{id}/level',
      {
        id: 'changeTermLevel',
        summary: 'Refuse or only flag texts with a banned term',
        params: byId,
        body: termLevelSchema,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ params, body }) => {
        await changeTermLevel(db, { ...params, ...body });
        return {};
      },
    ),
    admin.delete(
      '/api/banned-terms/{id}',
      {
        id: 'removeBannedTerm',
        summary: 'Remove a banned term; repeating it has no effect',
        params: byId,
        output: z.object({}),
        example: {},
      },
      async ({ params }) => {
        await removeBannedTerm(db, params.id);
        return {};
      },
    ),
  ]);
}
