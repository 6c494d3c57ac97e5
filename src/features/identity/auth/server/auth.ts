import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins';
import { and, eq } from 'drizzle-orm';
import {
  MAXIMUM_PASSWORD_LENGTH,
  MINIMUM_PASSWORD_LENGTH,
} from '#src/features/identity/accounts/accounts.schema.ts';
import {
  credentials,
  sessions,
  users,
  verifications,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Passwords and sessions. Its own HTTP handler is not mounted: the declared operations call it
 * in-process, so nothing is reachable that was not declared.
 */
export const createAuth = (db: Db, config: Pick<Config, 'secret' | 'publicUrl'>) =>
  betterAuth({
    secret: config.secret,
    baseURL: config.publicUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MINIMUM_PASSWORD_LENGTH,
      maxPasswordLength: MAXIMUM_PASSWORD_LENGTH,
    },
    session: {
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      session: {
        create: {
          // The password was right; a suspended account still gets no session.
          before: async (session) => {
            const [banned] = await db
              .select({ id: users.id })
              .from(users)
              .where(and(eq(users.id, session.userId), isSuspendedNow));
            if (banned) throw new APIError('FORBIDDEN', { code: 'SUSPENDED' });
          },
        },
      },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'velvet',
      database: { generateId: 'uuid' },
      // Taken from a header that anyone can set.
      ipAddress: { disableIpTracking: true },
      useSecureCookies: config.publicUrl.startsWith('https://'),
    },
    plugins: [bearer({ requireSignature: true })],
  });

export type Auth = ReturnType<typeof createAuth>;

/** Name of the session cookie: prefixed when cookies are secure. */
export const sessionCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  `${config.publicUrl.startsWith('https://') ? '__Secure-' : ''}velvet.session_token`;
