import { Hono, type Context } from 'hono';
import { returnPath } from '#src/lib/return-path.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';

/**
 * Redirects members from sign-in and sign-up to the page they requested. Mounted before the static
 * pages, which ignore the query.
 */
export function memberRedirects({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const redirectMembers = (fallback: (c: Context<RequestEnv>) => string) =>
    async function redirect(c: Context<RequestEnv>, next: () => Promise<void>) {
      const actor = await c.var.findActor({ whileViewingAsFan: true });
      if (!actor || actor === 'suspended') return next();
      c.header('cache-control', 'no-store');
      return c.redirect(returnPath(c.req.query('next'), publicUrl) ?? fallback(c), 302);
    };
  return new Hono<RequestEnv>()
    .get(
      '/auth',
      redirectMembers(() => '/dashboard'),
    )
    .get(
      '/subscribe',
      redirectMembers((c) => {
        const publicUrl = parsePublicUrl(c.req.query('influencer'));
        return publicUrl ? `/marketplace/subscribe/${publicUrl}` : '/marketplace';
      }),
    );
}
