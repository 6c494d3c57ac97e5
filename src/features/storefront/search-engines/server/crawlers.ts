import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { LRUCache } from 'lru-cache';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { LISTED_PAGES, prepareSitemap, renderSitemapIndex, renderSitemap } from './sitemap.ts';

/** The protocol's limit of addresses per file. */
const MAXIMUM_ADDRESSES = 50_000;
const CACHE_SECONDS = 60;
const CACHE_BYTES = 32 * 1024 ** 2;
const CLOSED = ['/api/', '/media/', '/uploads/', '/webhooks/', '/sandbox/'];

type Dependencies = {
  db: Db;
  config: Pick<Config, 'publicUrl'>;
  /** Maximum number of addresses in one sitemap. */
  limit?: number;
};

/** Serves `/robots.txt` and `/sitemap.xml`, in several files when it is long. */
export function crawlers({ db, config, limit = MAXIMUM_ADDRESSES }: Dependencies) {
  const { publicUrl } = config;
  // The platform's own pages are in the first file.
  const { listStarts, listAddresses } = prepareSitemap(db, limit - LISTED_PAGES.length);
  const cachedStarts = new LRUCache<'all', string[]>({
    max: 1,
    ttl: CACHE_SECONDS * 1_000,
    fetchMethod: listStarts,
  });
  const cachedFiles = new LRUCache<number, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (xml) => xml.length,
    ttl: CACHE_SECONDS * 1_000,
    fetchMethod: async (number) => {
      const start = (await cachedStarts.forceFetch('all'))[number - 1];
      const pages = number === 1 ? LISTED_PAGES.map((address) => ({ address })) : [];
      return renderSitemap(publicUrl, [...pages, ...(start ? await listAddresses(start) : [])]);
    },
  });

  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const xml = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
  };
  const app = new Hono();
  app.get('/robots.txt', (c) =>
    c.text(robots, 200, { 'cache-control': `public, max-age=${CACHE_SECONDS}` }),
  );
  app.get('/sitemap.xml', compress(), async (c) => {
    const { length } = await cachedStarts.forceFetch('all');
    const body =
      length > 1 ? renderSitemapIndex(publicUrl, length) : await cachedFiles.forceFetch(1);
    return c.body(body, 200, xml);
  });
  app.get('/:file{sitemap-[0-9]{1,4}\\.xml}', compress(), async (c) => {
    const number = Number(c.req.param('file').slice('sitemap-'.length, -'.xml'.length));
    const { length } = await cachedStarts.forceFetch('all');
    if (number < 1 || number > Math.max(length, 1)) throw new DomainError('not-found');
    return c.body(await cachedFiles.forceFetch(number), 200, xml);
  });
  return app;
}
