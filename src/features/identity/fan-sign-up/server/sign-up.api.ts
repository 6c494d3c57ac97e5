import { z } from 'zod';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { signUpFan } from './sign-up.ts';

type Dependencies = AccountMails & { db: Db; limits: { signUp: RateLimit } };

/** Sign-up of fans. */
export function signUpApi({ limits, ...services }: Dependencies) {
  return operations([
    open.post(
      '/api/fans',
      {
        id: 'signUpFan',
        summary: 'Sign up as a fan',
        body: fanSignupSchema,
        output: z.object({}),
        errors: ['email-taken', 'rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.signUp.consume(context.var.clientAddress);
        await signUpFan(services, body);
        return {};
      },
    ),
  ]);
}
