import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '#src/platform/config/config.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { REMEMBERED_DAYS } from './sessions.ts';

type CookieConfig = Pick<Config, 'publicUrl' | 'secret'>;

const REMEMBERED_SECONDS = REMEMBERED_DAYS * 24 * 60 * 60;

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl.startsWith('https://');

// The prefix makes browsers refuse a cookie of this name over plain HTTP.
const cookieName = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${isSecure(config) ? '__Secure-' : ''}velvet.${name}`;

export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return cookieName(config, 'session_token');
}

/** The cookie that marks sessions that end with the browser. */
const unrememberedCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  cookieName(config, 'dont_remember');

const attributes = (config: Pick<Config, 'publicUrl'>) =>
  ({ httpOnly: true, sameSite: 'Lax', secure: isSecure(config) }) as const;

/** A session's token with its signature: the value of the cookie, and the bearer token. */
export function signToken(token: string, secret: string): string {
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
}

/** The token of a signed value, or null when the signature is wrong. */
function verifiedToken(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const token = signed.slice(0, dot);
  const actual = Buffer.from(signed.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return isEqualInConstantTime(actual, expected) ? token : null;
}

/** The session's token in a request's bearer token or else its cookie; null if missing or forged. */
export function readSessionToken(c: Context, config: CookieConfig): string | null {
  const authorization = c.req.header('authorization');
  const isBearer = authorization?.toLowerCase().startsWith('bearer ');
  const signed = isBearer
    ? tryDecodeURIComponent(authorization!.slice(7).trim())
    : getCookie(c, sessionCookieName(config));
  return signed ? verifiedToken(signed, config.secret) : null;
}

function tryDecodeURIComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a request's session outlives the browser. */
export function isRememberedSession(c: Context, config: CookieConfig): boolean {
  const signed = getCookie(c, unrememberedCookieName(config));
  return !signed || verifiedToken(signed, config.secret) === null;
}

export function setSessionCookies(
  c: Context,
  config: CookieConfig,
  { token, isRemembered }: { token: string; isRemembered: boolean },
): void {
  const value = signToken(token, config.secret);
  if (isRemembered) {
    setCookie(c, sessionCookieName(config), value, {
      ...attributes(config),
      maxAge: REMEMBERED_SECONDS,
    });
    return;
  }
  setCookie(c, sessionCookieName(config), value, attributes(config));
  const marker = signToken('true', config.secret);
  setCookie(c, unrememberedCookieName(config), marker, attributes(config));
}

export function deleteSessionCookies(c: Context, config: CookieConfig): void {
  deleteCookie(c, sessionCookieName(config), attributes(config));
  deleteCookie(c, unrememberedCookieName(config), attributes(config));
}
