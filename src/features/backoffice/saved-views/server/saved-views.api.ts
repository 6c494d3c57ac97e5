import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newSavedViewSchema,
  savedViewChangesSchema,
  savedViewsSchema,
} from '../saved-views.schema.ts';
import { changeView, deleteView, listSavedViews, saveView } from './saved-views.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const ID = '6e1b7c52-40f9-4d38-a2c6-8b5d9e013f74';

/** The saved views of the back office's lists. */
export function savedViewsApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/saved-views',
      {
        id: 'listSavedViews',
        summary: 'List your saved views of lists, and those that colleagues share',
        output: savedViewsSchema,
        example: {
          views: [
            {
              id: ID,
              path: '/tasks',
              search: '?status=overdue',
              name: 'Overdue',
              isShared: true,
              isOwn: true,
              owner: 'Odile Marchetti',
            },
          ],
        },
      },
      async ({ actor }) => ({ views: await listSavedViews(pool, actor) }),
    ),
    backOffice.post(
      '/api/saved-views',
      {
        id: 'saveView',
        summary: 'Save the filters of a list under a name',
        body: newSavedViewSchema,
        output: byId,
        errors: ['conflict', 'not-allowed-in-state'],
        example: { id: ID },
      },
      ({ actor, body }) => saveView(db, actor, body),
    ),
    backOffice.put(
      '/api/saved-views/{id}',
      {
        id: 'changeView',
        summary: 'Change the name, the filters or the sharing of your saved view',
        params: byId,
        body: savedViewChangesSchema,
        output: z.object({}),
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await changeView(db, actor, { ...params, ...body });
        return {};
      },
    ),
    backOffice.delete(
      '/api/saved-views/{id}',
      {
        id: 'deleteView',
        summary: 'Delete your saved view',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await deleteView(db, actor, params.id);
        return {};
      },
    ),
  ]);
}
