import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { AGE_CONFIRMED, AGE_COOKIE, AGE_COOKIE_MAX_AGE_SECONDS } from '#src/lib/age.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readForm } from '#src/platform/http/form-body.ts';

/** A path of this site, or the front page for anything that would leave the site. */
function ownPath(next: unknown, publicUrl: string): string {
  const address = typeof next === 'string' ? URL.parse(next, publicUrl) : null;
  if (address?.origin !== new URL(publicUrl).origin) return '/';
  // "//elsewhere" as a path would be another site's address.
  return `${address.pathname}${address.search}`.replace(/^\/+/, '/');
}

/** `POST /age`: stores the age confirmation and redirects back to the requested page. */
export function confirmAge({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return async (c: Context) => {
    const { next } = await readForm(c);
    setCookie(c, AGE_COOKIE, AGE_CONFIRMED, {
      path: '/',
      maxAge: AGE_COOKIE_MAX_AGE_SECONDS,
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https://'),
    });
    return c.redirect(ownPath(next, publicUrl), 303);
  };
}
