import type { Context } from 'hono';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { setSessionCookies, signToken } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { newFanSchema, signUpLinkSchema, signUpTokenSchema } from '../sign-up.schema.ts';
import { finishSignUp, getSignUpLink } from './finish-sign-up.ts';
import { requestSignUp } from './request-sign-up.ts';
import { signUpFan } from './sign-up.ts';

type Dependencies = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secret' | 'requireConfirmedEmail'>;
  limits: { signUp: RateLimit; addressMail: RateLimit; emailLink: RateLimit };
};

/** Whether the fan was signed in, which needs the confirmation of their address first if required. */
const signedInSchema = z.object({
  isSignedIn: z.boolean(),
  token: z.string().optional().describe('Signed bearer token for API clients'),
});
const example = { isSignedIn: true, token: 'Zr0p….4kX…=' };

/** Sign-up of fans. */
export function signUpApi({ limits, ...services }: Dependencies) {
  const { config } = services;
  // The session ends with the browser, as for everyone who does not ask to be remembered.
  const isRemembered = false;
  const newSession = (c: Context) => ({ isRemembered, userAgent: c.req.header('user-agent') });
  const signIn = (c: Context, token: string) => {
    setSessionCookies(c, config, { token, isRemembered });
    return { isSignedIn: true, token: signToken(token, config.secret) };
  };
  return operations([
    open.post(
      '/api/fans',
      {
        id: 'signUpFan',
        summary:
          'Sign up as a fan; signs in and sets the session cookie, unless the email has to be confirmed first: then the response is the same for every address',
        body: newFanSchema,
        output: signedInSchema,
        errors: ['email-taken', 'rate-limited'],
        example,
      },
      async ({ body, context }) => {
        await limits.signUp.consume(context.var.clientAddress);
        if (config.requireConfirmedEmail) {
          await requestSignUp({ ...services, limits }, body);
          return { isSignedIn: false };
        }
        return signIn(context, await signUpFan(services, body, newSession(context)));
      },
    ),
    open.post(
      '/api/sign-up-link',
      {
        id: 'getSignUpLink',
        summary: "Get the sign-up that a mail's link finishes; changes nothing",
        body: signUpTokenSchema,
        output: signUpLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example: { email: 'fan@example.com', isFinished: false, next: null },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientAddress);
        return getSignUpLink(services, body.token);
      },
    ),
    open.post(
      '/api/sign-up-link/finish',
      {
        id: 'finishSignUp',
        summary: "Create the account of a mail's link, and sign in with its first use",
        body: signUpTokenSchema,
        output: signUpLinkSchema.extend(signedInSchema.shape),
        errors: ['not-found', 'email-taken', 'rate-limited'],
        example: { ...example, email: 'fan@example.com', isFinished: true, next: '/my-feed' },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientAddress);
        const { link, token } = await finishSignUp(services, body.token, newSession(context));
        return { ...link, ...(token ? signIn(context, token) : { isSignedIn: false }) };
      },
    ),
  ]);
}
