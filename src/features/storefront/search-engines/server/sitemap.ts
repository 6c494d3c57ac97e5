import { and, gte, sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isListedInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The platform's pages in the sitemap. */
export const LISTED_PAGES = [
  '/',
  '/subscribe',
  '/signup',
  '/for-creators',
  '/auth',
  '/contact',
  '/terms',
  '/privacy',
  '/transparency',
];

type Entry = { address: string; changedAt?: Date };

const newestPost = sql`(select max(${contentPosts.publishedAt}) from ${contentPosts} where ${contentPosts.influencerId} = ${profiles.id})`;

/** Prepares the queries of the sitemap; `size` is the maximum number of influencers per file. */
export function prepareSitemap(db: Db, size: number) {
  const numbered = db
    .select({
      id: profiles.id,
      position: sql<number>`row_number() over (order by ${profiles.id}) - 1`.as('position'),
    })
    .from(profiles)
    .where(isListedInfluencer)
    .as('numbered');
  const starts = db
    .select({ id: numbered.id })
    .from(numbered)
    .where(sql`${numbered.position} % ${size} = 0`)
    .orderBy(numbered.position)
    .prepare('sitemap_starts');
  const addresses = db
    .select({
      address: sql<string>`'/' || ${profiles.publicUrl}`,
      changedAt: sql<Date>`greatest(${profiles.updatedAt}, ${newestPost})`.mapWith(
        profiles.updatedAt,
      ),
    })
    .from(profiles)
    .where(and(isListedInfluencer, gte(profiles.id, sql.placeholder('start'))))
    .orderBy(profiles.id)
    .limit(size)
    .prepare('sitemap_addresses');

  return {
    /** The first influencer of each file. */
    listStarts: async (): Promise<string[]> => (await starts.execute()).map(({ id }) => id),
    listAddresses: (start: string): Promise<Entry[]> => addresses.execute({ start }),
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap of addresses below `origin`. */
export function renderSitemap(origin: string, entries: Entry[]): string {
  const urls = entries.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${escapeXml(origin + address)}</loc>${changed}</url>`;
  });
  return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`;
}

/** The index of several sitemaps. */
export function renderSitemapIndex(origin: string, count: number): string {
  const files = Array.from(
    { length: count },
    (_, i) => `<sitemap><loc>${escapeXml(origin)}/sitemap-${i + 1}.xml</loc></sitemap>`,
  );
  return `${XML}\n<sitemapindex ${NAMESPACE}>\n${files.join('\n')}\n</sitemapindex>\n`;
}
