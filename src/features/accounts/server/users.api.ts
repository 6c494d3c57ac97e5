import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { as, operations } from '#src/platform/operation.ts';
import { activateUser, suspendUser } from './accounts.ts';

const done = z.object({});
const params = z.object({ id: z.uuid() });

/** What the back office does to accounts. */
export const usersApi = ({ db }: { db: Db }) =>
  operations([
    as('admin', 'staff').post(
      '/api/users/{id}/suspend',
      {
        id: 'suspendUser',
        summary: 'Suspend a user: refused at sign-in and on open sessions, at once',
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await suspendUser(db, actor, id);
        return {};
      },
    ),
    as('admin', 'staff').post(
      '/api/users/{id}/activate',
      {
        id: 'activateUser',
        summary: 'Lift the suspension of a user',
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await activateUser(db, actor, id);
        return {};
      },
    ),
  ]);
