import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { rememberDevice } from './known-devices.ts';
import {
  readDevice,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from './session-cookie.ts';
import { createSession, endSession, type NewSession } from './sessions.ts';

type Dependencies = { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/**
 * Signs a user in to the browser of a request: ends the browser's earlier session, creates another
 * and sets its cookies. From then on, the browser is a known device of the user.
 * @returns the id of the device if it is a new one, else null
 */
export async function startBrowserSession(
  { db, config }: Dependencies,
  c: Context,
  user: Omit<NewSession, 'userAgent'>,
): Promise<string | null> {
  const earlier = readSessionCookie(c, config);
  const device = readDevice(c, config) ?? randomBytes(24).toString('base64url');
  const { token, newDevice } = await db.transaction(async (tx) => {
    if (earlier) await endSession(tx, earlier);
    return {
      newDevice: await rememberDevice(tx, user.userId, device),
      token: await createSession(tx, { ...user, userAgent: c.req.header('user-agent') }),
    };
  });
  setSessionCookie(c, config, { token, isRemembered: user.isRemembered });
  setDeviceCookie(c, config, device);
  return newDevice;
}
