import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import {
  changePasswordSchema,
  sessionSchema,
  signInSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { open, operations, signedIn, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import { confirmIdentitySchema } from '../security.schema.ts';
import { describeClient } from './browser-session.ts';
import { recordSignIn, reportFailure, signInBrowser } from './complete-sign-in.ts';
import { confirmIdentity, requireSecondFactor } from './confirm-identity.ts';
import { rememberDevice } from './known-devices.ts';
import { countSignInGuess } from './password-guesses.ts';
import { changePassword } from './passwords.ts';
import { getPersonalization } from './personalization.ts';
import { mailNewDevice } from './secure-account.ts';
import {
  deleteSessionCookie,
  readDevice,
  readSessionCookie,
  readSessionToken,
  setSessionCookie,
  signSessionToken,
} from './session-cookie.ts';
import { createSession, createSessionRenewal, endSession } from './sessions.ts';
import { verifySignIn, type SignIn, type VerifiedUser } from './sign-in.ts';

const done = z.object({});
const SIGN_IN_ERRORS = [
  'invalid-credentials',
  'second-factor-required',
  'invalid-code',
  'suspended',
  'rate-limited',
] as const;

type Dependencies = AccountMails & {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireSecondFactor'>;
  log: Log;
  guesses: GrowingDelay;
  sprays: GrowingDelay;
  codeGuesses: GrowingDelay;
  limits: { signInAddress: RateLimit };
};

/** Sessions and the user's own password. */
export function authApi({ log, ...services }: Dependencies) {
  const { db, jobs, mail, config } = services;
  const renewSession = createSessionRenewal(db);
  async function verify(c: Context<RequestEnv>, input: SignIn): Promise<VerifiedUser> {
    const email = input.email.toLowerCase();
    const device = readDevice(c, config);
    const { clientNetwork: network } = c.var;
    const guess = { email, password: input.password, device, network };
    const { onRightPassword, onSignIn } = await countSignInGuess(services, guess);
    const { user, secondFactor } = await reportFailure({ db, jobs }, c, email, async () => {
      const verified = await verifySignIn(db, { ...input, email });
      await onRightPassword();
      return {
        user: verified,
        secondFactor: await requireSecondFactor(services, verified.id, input.code),
      };
    });
    await onSignIn();
    await recordSignIn({ db, log }, c, user, { secondFactor });
    return user;
  }
  return operations([
    open.post(
      '/api/auth/sign-in',
      {
        id: 'signIn',
        summary: 'Sign in with email and password; sets the session cookie',
        body: signInSchema,
        output: done,
        errors: SIGN_IN_ERRORS,
        example: {},
      },
      async ({ body, context }) => {
        const user = await verify(context, body);
        await signInBrowser({ db, mail, config }, context, user, body.rememberMe);
        return {};
      },
    ),
    open.post(
      '/api/auth/token',
      {
        id: 'createToken',
        summary: 'Sign in with email and password for a bearer token, without a cookie',
        body: signInSchema,
        output: z.object({ token: z.string().describe('Signed bearer token for API clients') }),
        errors: SIGN_IN_ERRORS,
        example: { token: 'Zr0p….4kX…=' },
      },
      async ({ body, context }) => {
        const { id: userId, role } = await verify(context, body);
        const isRemembered = body.rememberMe;
        const client = describeClient(context);
        const token = await db.transaction(async (tx) => {
          // Without a cookie, each sign-in is one from a new device.
          const device = randomBytes(24).toString('base64url');
          const deviceId = await rememberDevice(tx, userId, device);
          if (deviceId) await mailNewDevice(tx, { mail }, { userId, deviceId, ...client });
          return createSession(tx, { userId, role, isRemembered, ...client });
        });
        return { token: signSessionToken(config.secrets, token) };
      },
    ),
    open.post(
      '/api/auth/sign-out',
      {
        id: 'signOut',
        whileViewingAsFan: true,
        summary: 'End the session',
        output: done,
        example: {},
      },
      async ({ context }) => {
        const token = readSessionToken(context, config);
        if (token) await endSession(db, token);
        deleteSessionCookie(context, config);
        context.header('clear-site-data', '"cache", "storage"');
        return {};
      },
    ),
    open.get(
      '/api/auth/session',
      {
        id: 'getSession',
        whileViewingAsFan: true,
        summary: 'Get the signed-in user; renews the session',
        output: z.object({ session: sessionSchema.nullable() }),
        example: { session: null },
      },
      async ({ actor, context }) => {
        if (!actor) return { session: null };
        const { viewedBy } = actor;
        const renewed = viewedBy ? null : await renewSession(actor);
        // Renewed only where it came from, so that a bearer token never becomes a cookie.
        if (renewed?.isRemembered && readSessionCookie(context, config) === renewed.token) {
          setSessionCookie(context, config, renewed);
        }
        const { userId: id, email, fullName, role, isLimited, ...obstacles } = actor;
        const { mustChangePassword, mustSetUpSecondFactor } = obstacles;
        const user = { id, email, fullName, ...(await getPersonalization(db, id)) };
        const viewingUntil = viewedBy?.until ?? null;
        return {
          session: {
            user,
            role,
            isLimited,
            mustChangePassword,
            mustSetUpSecondFactor,
            viewingUntil,
            creatorsHiddenBy: context.var.creatorsHiddenBy ?? null,
          },
        };
      },
    ),
    signedIn.get(
      '/api/auth/confirmation',
      {
        id: 'getConfirmation',
        summary: 'Check that you have confirmed your identity recently',
        needsConfirmation: true,
        output: done,
        example: {},
      },
      async () => ({}),
    ),
    signedIn.post(
      '/api/auth/confirmation',
      {
        id: 'confirmIdentity',
        summary: 'Confirm your identity with a code, or with your password without a second factor',
        body: confirmIdentitySchema,
        output: done,
        errors: ['invalid-credentials', 'second-factor-required', 'invalid-code', 'rate-limited'],
        example: {},
      },
      async ({ actor, body }) => {
        await confirmIdentity(services, actor, body);
        return {};
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
      async ({ actor, body, context }) => {
        const device = readDevice(context, config);
        await changePassword(services, actor, body, device);
        return {};
      },
    ),
  ]);
}
