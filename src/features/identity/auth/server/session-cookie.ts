import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readToken, signToken } from '#src/platform/config/signed-token.ts';
import { KNOWN_DEVICE_DAYS } from './known-devices.ts';

type CookieConfig = Pick<Config, 'publicUrl' | 'secrets'>;

const DAY_SECONDS = 24 * 60 * 60;
/** The longest time that a session of any role can be idle. */
const REMEMBERED_SECONDS = 30 * DAY_SECONDS;

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl.startsWith('https://');

// With the prefix, browsers accept the cookie over HTTPS only, and only from this very host.
const cookieName = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${isSecure(config) ? '__Host-' : ''}velvet.${name}`;

export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return cookieName(config, 'session_token');
}

const deviceCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  cookieName(config, 'device');

const attributes = (config: Pick<Config, 'publicUrl'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(config) }) as const;

const SESSION = 'session token v2';
const DEVICE = 'device v2';

/** A session's token with its signature: the value of the cookie, and the bearer token. */
export function signSessionToken(secrets: Secrets, token: string): string {
  return signToken(secrets, SESSION, token);
}

/** The session's token in a request's bearer token or else its cookie; null if missing or forged. */
export function readSessionToken(c: Context, config: CookieConfig): string | null {
  const authorization = c.req.header('authorization');
  if (!authorization?.toLowerCase().startsWith('bearer ')) return readSessionCookie(c, config);
  const signed = tryDecodeURIComponent(authorization.slice(7).trim());
  return readToken(config.secrets, SESSION, signed);
}

function tryDecodeURIComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token of the session in this browser; null if missing or forged. */
export function readSessionCookie(c: Context, config: CookieConfig): string | null {
  const signed = getCookie(c, sessionCookieName(config));
  return signed ? readToken(config.secrets, SESSION, signed) : null;
}

/** The browser's own secret from an earlier sign-in; null if missing or forged. */
export function readDevice(c: Context, config: CookieConfig): string | null {
  const signed = getCookie(c, deviceCookieName(config));
  return signed ? readToken(config.secrets, DEVICE, signed) : null;
}

export function setSessionCookie(
  c: Context,
  config: CookieConfig,
  { token, isRemembered }: { token: string; isRemembered: boolean },
): void {
  setCookie(c, sessionCookieName(config), signSessionToken(config.secrets, token), {
    ...attributes(config),
    ...(isRemembered && { maxAge: REMEMBERED_SECONDS }),
  });
}

/** Lets the browser be recognized at the next sign-in. */
export function setDeviceCookie(c: Context, config: CookieConfig, device: string): void {
  setCookie(c, deviceCookieName(config), signToken(config.secrets, DEVICE, device), {
    ...attributes(config),
    maxAge: KNOWN_DEVICE_DAYS * DAY_SECONDS,
  });
}

export function deleteSessionCookie(c: Context, config: CookieConfig): void {
  deleteCookie(c, sessionCookieName(config), attributes(config));
}
