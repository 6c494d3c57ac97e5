import { z } from 'zod';
import {
  changePasswordSchema,
  sessionSchema,
  signInSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations, signedIn } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { changePassword } from './passwords.ts';
import { getPersonalization } from './personalization.ts';
import {
  deleteSessionCookies,
  isRememberedSession,
  readSessionToken,
  setSessionCookies,
  signToken,
} from './session-cookie.ts';
import { createSessionRenewal, endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

const done = z.object({});

/** Runs an operation that needs the current password, and limits wrong guesses. */
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
  config: Pick<Config, 'publicUrl' | 'secret'>;
  limits: { signIn: RateLimit; signInAddress: RateLimit };
};

/** Sessions and the user's own password. */
export function authApi({ db, mail, config, limits }: Dependencies) {
  const renewSession = createSessionRenewal(db);
  return operations([
    open.post(
      '/api/auth/sign-in',
      {
        id: 'signIn',
        summary: 'Sign in with email and password; sets the session cookie',
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
        const token = await signIn(db, { ...body, email }, context.req.header('user-agent'));
        setSessionCookies(context, config, { token, isRemembered: body.rememberMe });
        await limits.signIn.reset(key);
        return { token: signToken(token, config.secret) };
      },
    ),
    open.post(
      '/api/auth/sign-out',
      { id: 'signOut', summary: 'End the session', output: done, example: {} },
      async ({ context }) => {
        const token = readSessionToken(context, config);
        if (token) await endSession(db, token);
        deleteSessionCookies(context, config);
        return {};
      },
    ),
    open.get(
      '/api/auth/session',
      {
        id: 'getSession',
        summary: 'Get the signed-in user; renews the session',
        output: z.object({ session: sessionSchema.nullable() }),
        example: { session: null },
      },
      async ({ actor, context }) => {
        if (!actor) return { session: null };
        const isRemembered = isRememberedSession(context, config);
        const token = await renewSession(actor, isRemembered);
        if (token && isRemembered) setSessionCookies(context, config, { token, isRemembered });
        const { userId: id, email, fullName, role, isLimited, mustChangePassword } = actor;
        const user = { id, email, fullName, ...(await getPersonalization(db, id)) };
        return { session: { user, role, isLimited, mustChangePassword } };
      },
    ),
    signedIn.post(
      '/api/auth/change-password',
      {
        id: 'changePassword',
        summary: 'Change your password; all other sessions end',
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
}
