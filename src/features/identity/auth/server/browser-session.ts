import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { findCountry } from '#src/platform/http/country.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { rememberDevice } from './known-devices.ts';
import {
  readDevice,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from './session-cookie.ts';
import { createSession, endSession, type NewSession, type SessionClient } from './sessions.ts';

/** The client of a request, for its session. */
export function describeClient(c: Context<RequestEnv>): SessionClient {
  return { userAgent: c.req.header('user-agent'), country: findCountry(c.var.clientAddress) };
}

type Dependencies = { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/**
 * Signs a user in to the browser of a request: ends the browser's earlier session, creates another
 * and sets its cookies. From then on, the browser is a known device of the user.
 * @returns the id of the device if it is a new one, else null
 */
export async function startBrowserSession(
  { db, config }: Dependencies,
  c: Context<RequestEnv>,
  user: Omit<NewSession, keyof SessionClient>,
): Promise<string | null> {
  const earlier = readSessionCookie(c, config);
  const device = readDevice(c, config) ?? randomBytes(24).toString('base64url');
  const { token, newDevice } = await db.transaction(async (tx) => {
    if (earlier) await endSession(tx, earlier);
    return {
      newDevice: await rememberDevice(tx, user.userId, device),
      token: await createSession(tx, { ...user, ...describeClient(c) }),
    };
  });
  setSessionCookie(c, config, { token, isRemembered: user.isRemembered });
  setDeviceCookie(c, config, device);
  return newDevice;
}
