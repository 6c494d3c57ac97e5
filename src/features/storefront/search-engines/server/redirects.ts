import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { isReservedSlug } from '#src/lib/slug.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { Db } from '#src/platform/database/db.ts';

// Nothing else may follow the slash: "//elsewhere" would redirect to another site.
const slug = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .refine((value) => !isReservedSlug(value));

const searchOf = (url: string) => new URL(url).search;

/**
 * Redirects the old addresses of an influencer, `/influencer/{slug}` and `/influencer/{id}/public`,
 * to the public page. Leaves unknown ones to the pages, which show not found.
 */
export function influencerRedirects({ db }: { db: Db }) {
  const statement = db
    .select({ publicUrl: profiles.publicUrl })
    .from(profiles)
    .where(
      and(
        eq(profiles.id, sql.placeholder('id')),
        isNotNull(profiles.publicUrl),
        isPublicInfluencer,
      ),
    )
    .prepare('influencer_address');

  return new Hono()
    .get('/influencer/:slug', async (c, next) => {
      const parsed = slug.safeParse(c.req.param('slug'));
      if (!parsed.success) return next();
      return c.redirect(`/${parsed.data}${searchOf(c.req.url)}`, 301);
    })
    .get('/influencer/:id/public', async (c, next) => {
      const id = c.req.param('id');
      const [found] = isUuid(id) ? await statement.execute({ id }) : [];
      if (!found) return next();
      return c.redirect(`/${found.publicUrl}${searchOf(c.req.url)}`, 302);
    });
}
