import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { colleagueSchema } from '../colleagues.schema.ts';
import { listColleagues } from './colleagues.ts';

/** The people of the back office, for owners and mentions. */
export function colleaguesApi({ db }: { db: Db }) {
  return operations([
    as('admin', 'staff').get(
      '/api/colleagues',
      {
        id: 'listColleagues',
        summary: 'List the admins and staff who may work, by name',
        output: z.object({ colleagues: z.array(colleagueSchema) }),
        example: {
          colleagues: [{ id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Odile Marchetti' }],
        },
      },
      async () => ({ colleagues: await listColleagues(db) }),
    ),
  ]);
}
