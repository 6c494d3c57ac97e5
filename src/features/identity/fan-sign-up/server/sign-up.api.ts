import { z } from 'zod';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { startBrowserSession } from '#src/features/identity/auth/server/browser-session.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { signUpFan } from './sign-up.ts';

type Dependencies = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secret'>;
  limits: { signUp: RateLimit };
};

/** Sign-up of fans. */
export function signUpApi({ limits, ...services }: Dependencies) {
  return operations([
    open.post(
      '/api/fans',
      {
        id: 'signUpFan',
        summary: 'Sign up as a fan; signs in and sets the session cookie',
        body: fanSignupSchema,
        output: z.object({}),
        errors: ['email-taken', 'rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.signUp.consume(context.var.clientNetwork);
        // The fan and the first session are created together, so that nobody is left with half of it.
        await services.db.transaction(async (tx) => {
          const userId = await signUpFan({ ...services, db: tx }, body);
          // The session ends with the browser, as for everyone who does not ask to be remembered.
          const session = { userId, role: 'subscriber', isRemembered: false } as const;
          await startBrowserSession({ ...services, db: tx }, context, session);
        });
        return {};
      },
    ),
  ]);
}
