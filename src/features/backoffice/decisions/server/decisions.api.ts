import { z } from 'zod';
import { TWO_PEOPLE_RULES } from '#src/features/identity/two-people/two-people.rules.ts';
import { bulkIds } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { decisionsSchema, obstacleSchema, unknownAccountsSchema } from '../decisions.schema.ts';
import { announceDecisions, findRecordObstacle } from './announce-decisions.ts';
import { dismissUnknownAccounts, listUnknownAccounts } from './unknown-accounts.ts';

const done = z.object({});
const backOffice = as('admin', 'staff');
const admin = as('admin');
const EXAMPLE_ID = '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11';

type Dependencies = { db: Db; mail: Pick<Mailer, 'queue'>; config: Pick<Config, 'publicUrl'> };

/** Decisions that take two people. */
export function decisionsApi(services: Dependencies) {
  const { db } = services;
  return operations([
    backOffice.get(
      '/api/decisions/{rule}/{id}',
      {
        id: 'getDecisionObstacle',
        summary: 'What keeps you from deciding, as the second person, about what somebody began',
        params: z.object({ rule: z.enum(TWO_PEOPLE_RULES), id: z.uuid() }),
        output: obstacleSchema,
        errors: ['not-found'],
        example: { obstacle: { reason: 'dependent', from: '2026-12-01T08:00:00.000Z' } },
      },
      async ({ actor, params: { rule, id } }) => ({
        obstacle: await findRecordObstacle(db, actor, rule, id),
      }),
    ),
    backOffice.post(
      '/api/decisions/announcements',
      {
        id: 'announceDecisions',
        needsConfirmation: true,
        summary:
          'Announce decisions to the team that nobody independent can make; they can be made 24 hours later',
        body: decisionsSchema,
        output: done,
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, body }) => {
        await announceDecisions(services, actor, body);
        return {};
      },
    ),
    admin.get(
      '/api/unknown-accounts',
      {
        id: 'listUnknownAccounts',
        summary: 'List accounts of the back office of which nobody recorded who created them',
        output: unknownAccountsSchema,
        example: { accounts: [{ id: EXAMPLE_ID, name: 'Odile Marchetti', role: 'staff' }] },
      },
      async () => ({ accounts: await listUnknownAccounts(db) }),
    ),
    admin.post(
      '/api/unknown-accounts/dismiss',
      {
        id: 'dismissUnknownAccounts',
        summary: 'Confirm that you know these accounts, so that they are not listed again',
        body: z.object({ ids: bulkIds }),
        output: done,
        example: {},
      },
      async ({ body: { ids } }) => {
        await dismissUnknownAccounts(db, ids);
        return {};
      },
    ),
  ]);
}
