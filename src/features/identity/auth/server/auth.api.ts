import { isAPIError } from 'better-auth/api';
import type { Context } from 'hono';
import { z } from 'zod';
import {
  changePasswordSchema,
  sessionSchema,
  signInSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations, signedIn, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Auth } from './auth.ts';
import { changePassword } from './passwords.ts';
import { createSessionRenewal } from './renew-session.ts';

const done = z.object({});

function passCookies(context: Context<RequestEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    context.header('set-cookie', cookie, { append: true });
  }
}

/** Runs what asks for the own password; too many wrong ones and it waits. */
export async function limitPasswordGuesses<T>(
  limit: RateLimit,
  userId: string,
  run: () => Promise<T>,
): Promise<T> {
  const key = `change-password ${userId}`;
  await limit.consume(key);
  const result = await run();
  await limit.reset(key);
  return result;
}

type Dependencies = AccountMails & {
  db: Db;
  auth: Auth;
  limits: { signIn: RateLimit; signInAddress: RateLimit };
};

/** Sessions and the own password. */
export const authApi = ({ db, mail, config, auth, limits }: Dependencies) => {
  const renewSession = createSessionRenewal(db);
  return operations([
    open.post(
      '/api/auth/sign-in',
      {
        id: 'signIn',
        summary: 'Sign in with e-mail and password; sets the session cookie',
        body: signInSchema,
        output: z.object({ token: z.string().describe('Signed bearer token for API clients') }),
        errors: ['invalid-credentials', 'suspended', 'rate-limited'],
        example: { token: 'Zr0p….4kX…=' },
      },
      async ({ body, context }) => {
        const email = body.email.toLowerCase();
        const key = `${context.var.clientAddress} ${email}`;
        await limits.signInAddress.consume(context.var.clientAddress);
        await limits.signIn.consume(key);
        try {
          const { headers } = await auth.api.signInEmail({
            body: { email, password: body.password, rememberMe: body.rememberMe },
            headers: context.req.raw.headers,
            returnHeaders: true,
          });
          passCookies(context, headers);
          await limits.signIn.reset(key);
          return { token: headers.get('set-auth-token') ?? '' };
        } catch (error) {
          if (!isAPIError(error)) throw error;
          if (error.body?.code === 'SUSPENDED') throw new DomainError('suspended');
          if (error.statusCode >= 500) throw error;
          throw new DomainError('invalid-credentials');
        }
      },
    ),
    open.post(
      '/api/auth/sign-out',
      { id: 'signOut', summary: 'End the session', output: done, example: {} },
      async ({ context }) => {
        const { headers } = await auth.api.signOut({
          headers: context.req.raw.headers,
          returnHeaders: true,
        });
        passCookies(context, headers);
        return {};
      },
    ),
    open.get(
      '/api/auth/session',
      {
        id: 'getSession',
        summary: 'Who is signed in; renews the session as it is used',
        output: z.object({ session: sessionSchema.nullable() }),
        example: { session: null },
      },
      async ({ actor, context }) => {
        if (!actor) return { session: null };
        const { headers } = await auth.api.getSession({
          headers: context.req.raw.headers,
          returnHeaders: true,
        });
        passCookies(context, headers);
        await renewSession(actor);
        const { userId: id, email, fullName, role, isLimited, mustChangePassword } = actor;
        const user = { id, email, fullName };
        return { session: { user, role, isLimited, mustChangePassword } };
      },
    ),
    signedIn.post(
      '/api/auth/change-password',
      {
        id: 'changePassword',
        summary: 'Change the own password; every other session ends',
        body: changePasswordSchema,
        output: done,
        errors: ['invalid-credentials', 'rate-limited'],
        example: {},
      },
      async ({ actor, body }) => {
        await limitPasswordGuesses(limits.signIn, actor.userId, () =>
          changePassword({ db, mail, config }, actor, body),
        );
        return {};
      },
    ),
  ]);
};
