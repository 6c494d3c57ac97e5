import type { Inviting } from '#src/features/backoffice/users/server/invite-user.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { importResultSchema, importSchema } from '../imports.schema.ts';
import { importPeople } from './import-people.ts';

/** Imports from files. */
export function importsApi(services: Inviting) {
  return operations([
    as('admin', 'staff').post(
      '/api/imports',
      {
        id: 'importPeople',
        summary:
          'Create influencers (as drafts) or fans from the rows of a file and invite them by mail, or only check the rows; the import needs a recent confirmation',
        // Up to 500 people with their mails in one transaction.
        throttle: 'expensive',
        body: importSchema,
        output: importResultSchema,
        errors: ['not-allowed-in-state'],
        example: {
          rows: [
            {
              number: 2,
              name: 'Marlowe Vesperine',
              email: 'marlowe@example.com',
              problem: 'An account with this email already exists.',
            },
          ],
        },
      },
      ({ actor, body }) => importPeople(services, actor, body),
    ),
  ]);
}
