import { z } from 'zod';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { setSessionCookies, signToken } from '#src/features/identity/auth/server/session-cookie.ts';
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
        output: z.object({ token: z.string().describe('Signed bearer token for API clients') }),
        errors: ['email-taken', 'rate-limited'],
        example: { token: 'Zr0p….4kX…=' },
      },
      async ({ body, context }) => {
        await limits.signUp.consume(context.var.clientAddress);
        // The session ends with the browser, as for everyone who does not ask to be remembered.
        const isRemembered = false;
        const userAgent = context.req.header('user-agent');
        const token = await signUpFan(services, body, { isRemembered, userAgent });
        setSessionCookies(context, services.config, { token, isRemembered });
        return { token: signToken(token, services.config.secret) };
      },
    ),
  ]);
}
