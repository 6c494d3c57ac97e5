import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { startBrowserSession } from '#src/features/identity/auth/server/browser-session.ts';
import { readDevice, setDeviceCookie } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { open, operations, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import {
  finishSignUpSchema,
  newFanSchema,
  signUpLinkSchema,
  signUpTokenSchema,
} from '../sign-up.schema.ts';
import { finishSignUp, getSignUpLink } from './finish-sign-up.ts';
import { requestSignUp } from './request-sign-up.ts';
import { signUpFan } from './sign-up.ts';

type Dependencies = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireConfirmedEmail'>;
  guesses: GrowingDelay;
  limits: { signUp: RateLimit; addressMail: RateLimit; emailLink: RateLimit };
};

/** Whether the fan was signed in, which needs the confirmation of their address first if required. */
const signedInSchema = z.object({ isSignedIn: z.boolean() });
const example = { isSignedIn: true };

/** Sign-up of fans. */
export function signUpApi({ limits, ...services }: Dependencies) {
  const { config } = services;
  // The session ends with the browser, as for everyone who does not ask to be remembered.
  const signIn = (c: Context<RequestEnv>, db: Db, userId: string) =>
    startBrowserSession({ ...services, db }, c, {
      userId,
      role: 'subscriber',
      isRemembered: false,
    });
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
        await limits.signUp.consume(context.var.clientNetwork);
        if (config.requireConfirmedEmail) {
          const device = readDevice(context, config) ?? randomBytes(24).toString('base64url');
          await requestSignUp({ ...services, limits }, body, device);
          setDeviceCookie(context, config, device);
          return { isSignedIn: false };
        }
        // The fan and the first session are created together, so that nobody is left with half of it.
        await services.db.transaction(async (db) => {
          await signIn(context, db, await signUpFan({ ...services, db }, body));
        });
        return { isSignedIn: true };
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
        example: {
          email: 'fan@example.com',
          isFinished: false,
          needsPassword: false,
          next: null,
        },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        return getSignUpLink(services, body.token, readDevice(context, config));
      },
    ),
    open.post(
      '/api/sign-up-link/finish',
      {
        id: 'finishSignUp',
        summary:
          "Create the account of a mail's link, with its password in another browser than that of the sign-up, and sign in with its first use",
        body: finishSignUpSchema,
        output: signUpLinkSchema.extend(signedInSchema.shape),
        errors: ['not-found', 'invalid-credentials', 'email-taken', 'rate-limited'],
        example: {
          ...example,
          email: 'fan@example.com',
          isFinished: true,
          needsPassword: false,
          next: '/my-feed',
        },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        const { link, isSignedIn } = await finishSignUp(services, body, {
          device: readDevice(context, config),
          signIn: (tx, fanId) => signIn(context, tx, fanId),
        });
        return { ...link, isSignedIn };
      },
    ),
  ]);
}
