import { z } from 'zod';
import { firstAdminSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { setUpFirstAdmin } from './first-admin.ts';

type Dependencies = { db: Db; limits: { signInAddress: RateLimit } };

/** The first admin of a new installation. */
export function firstAdminApi({ db, limits }: Dependencies) {
  return operations([
    open.post(
      '/api/setup',
      {
        id: 'setUpFirstAdmin',
        summary: 'Create the first admin with the one-time link that the server printed',
        body: firstAdminSchema,
        output: z.object({}),
        errors: ['not-found', 'email-taken', 'rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.signInAddress.consume(context.var.clientNetwork);
        await setUpFirstAdmin(db, body);
        return {};
      },
    ),
  ]);
}
