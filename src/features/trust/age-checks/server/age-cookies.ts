import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { AGE_CONFIRMED, AGE_COOKIE, AGE_COOKIE_MAX_AGE_SECONDS } from '#src/lib/age.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';
import { AGE_CHECK_MINUTES } from '../age-checks.schema.ts';

type CookieConfig = Pick<Config, 'publicUrl' | 'secrets'>;

const COOKIES = {
  /** The check that this browser has started. */
  check: { name: 'velvet.age-check', purpose: 'age check v1' },
  /** The verification that counts for this browser; it names nobody. */
  verification: { name: 'velvet.age', purpose: 'age verification v1' },
} as const;
type AgeCookie = keyof typeof COOKIES;

const isSecure = ({ publicUrl }: CookieConfig) => publicUrl.startsWith('https://');
// With the prefix, browsers accept the cookie over HTTPS only, and only from this very host.
const nameOf = (config: CookieConfig, cookie: AgeCookie) =>
  `${isSecure(config) ? '__Host-' : ''}${COOKIES[cookie].name}`;

/** The id in a cookie of this browser; null if it is missing or forged. */
export function readAgeCookie(c: Context, config: CookieConfig, cookie: AgeCookie): string | null {
  const signed = getCookie(c, nameOf(config, cookie));
  return signed ? readSignedId(config.secrets, COOKIES[cookie].purpose, signed) : null;
}

function setAgeCookie(
  c: Context,
  config: CookieConfig,
  cookie: AgeCookie,
  { id, seconds }: { id: string; seconds: number },
): void {
  const value = signToken(config.secrets, COOKIES[cookie].purpose, id);
  setCookie(c, nameOf(config, cookie), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(config),
    maxAge: seconds,
  });
}

/** Binds a new check to the browser that started it. */
export function setCheckCookie(c: Context, config: CookieConfig, id: string): void {
  setAgeCookie(c, config, 'check', { id, seconds: AGE_CHECK_MINUTES * 60 });
}

/** Lets the browser see creators until the verification expires. */
export function setVerifiedCookies(
  c: Context,
  config: CookieConfig,
  { id, seconds }: { id: string; seconds: number },
): void {
  setAgeCookie(c, config, 'verification', { id, seconds });
  // Whoever has proved their age needs no declaration.
  setCookie(c, AGE_COOKIE, AGE_CONFIRMED, {
    path: '/',
    maxAge: AGE_COOKIE_MAX_AGE_SECONDS,
    sameSite: 'Lax',
    secure: isSecure(config),
  });
}
