import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { PUBLIC_CACHING } from '#src/platform/http/response-headers.ts';
import { drawCard, PLATFORM_NAME, type Card } from './card-picture.ts';
import { drawableName } from './card-text.ts';

// Increase when the drawing changes, so that sites fetch the cards again.
const DRAWING_VERSION = 1;
const CACHE_LIMIT = 200;
const DEFAULT_BACKGROUND = '#FFD700';

const PLATFORM_CARD: Card = {
  title: PLATFORM_NAME,
  line: 'Private pages, month by month',
  background: '#110e0d',
  isPlatform: true,
};

function prepareCard(db: Db) {
  const statement = db
    .select({
      fullName: profiles.fullName,
      themeColor: profiles.pageThemeColor,
      priceCents: subscriptionPlans.priceMonthlyCents,
    })
    .from(profiles)
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.influencerId, profiles.id), eq(subscriptionPlans.isActive, true)),
    )
    .where(and(eq(profiles.publicUrl, sql.placeholder('slug')), isPublicInfluencer))
    .prepare('influencer_card');

  return async function getCard(slug: string): Promise<Card> {
    const [found] = await statement.execute({ slug });
    if (!found) throw new DomainError('not-found');
    return {
      title: drawableName(found.fullName) ?? PLATFORM_NAME,
      line: found.priceCents === null ? null : `${formatCents(found.priceCents)} a month`,
      background: found.themeColor ?? DEFAULT_BACKGROUND,
      isPlatform: false,
    };
  };
}

const digest = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, card]))
    .digest('base64url')
    .slice(0, 22);

/**
 * Serves the pictures that social sites show with a link: `/card.png` for the platform and
 * `/cards/{slug}.png` for an influencer. They contain text and colours only, never a picture of a
 * person.
 */
export function cards({ db }: { db: Db }) {
  const getCard = prepareCard(db);
  // Cached by content, so that changes show at once; simultaneous requests share one drawing.
  const drawn = new LRUCache<string, Uint8Array<ArrayBuffer>, Card>({
    max: CACHE_LIMIT,
    fetchMethod: async (_key, _before, { context }) => new Uint8Array(await drawCard(context)),
  });

  async function answer(c: Context, card: Card): Promise<Response> {
    const key = digest(card);
    const etag = `"${key}"`;
    c.header('etag', etag);
    c.header('cache-control', PUBLIC_CACHING);
    if (matchesEntityTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    return c.body(await drawn.forceFetch(key, { context: card }), 200, {
      'content-type': 'image/png',
    });
  }

  return new Hono()
    .get('/card.png', (c) => answer(c, PLATFORM_CARD))
    .get('/cards/:file{[a-z0-9-]+\\.png}', async (c) =>
      answer(c, await getCard(c.req.param('file').slice(0, -'.png'.length))),
    );
}
