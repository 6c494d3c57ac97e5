import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { influencer } from '#src/features/storefront/marketplace/server/marketplace.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { crawlers } from './crawlers.ts';
import { LISTED_PAGES, renderSitemap } from './sitemap.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://rope.example' });
});
afterAll(() => app.close());

async function read(address: string, limit?: number) {
  // A separate instance, because the app's caches for a minute.
  const response = await crawlers({ ...app, ...(limit && { limit }) }).request(address);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>https:\/\/rope\.example(.*?)<\/loc>/g)].map(([, address]) => address!);

test('without influencers the sitemap lists the platform’s pages', async () => {
  const { status, text, headers } = await read('/sitemap.xml');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=60');
  expect(addressesIn(text)).toEqual(LISTED_PAGES);
});

test('the sitemap lists only influencers that visitors may see', async () => {
  await influencer(app, { publicUrl: 'seen' });
  await influencer(app, { publicUrl: null });
  await influencer(app, { publicUrl: 'hidden', isActive: false });
  const suspended = await influencer(app, { publicUrl: 'suspended' });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended));
  await app.as('subscriber', { publicUrl: 'a-fan' });
  expect(addressesIn((await read('/sitemap.xml')).text)).toEqual([...LISTED_PAGES, '/seen']);
});

test('a page’s last change is that of its profile or its newest post', async () => {
  const post = { caption: 'New', category: 'Fitness', aiUse: 'none' } as const;
  const day = (date: number) => new Date(Date.UTC(2026, 5, date));
  const at = (date: number) => ({ publishAt: day(date), publishedAt: day(date) });
  const edited = await influencer(app, { publicUrl: 'edited', updatedAt: day(20) });
  const posted = await influencer(app, { publicUrl: 'posted', updatedAt: day(1) });
  await influencer(app, { publicUrl: 'quiet', updatedAt: day(5) });
  await app.db.insert(contentPosts).values([
    { ...post, influencerId: edited, ...at(2) },
    { ...post, influencerId: posted, ...at(3) },
    { ...post, influencerId: posted, ...at(9) },
  ]);
  const { text } = await read('/sitemap.xml');
  const changed = (slug: string) =>
    new RegExp(`/${slug}</loc><lastmod>(.*?)</lastmod>`).exec(text)?.[1];
  expect(changed('edited')).toBe(day(20).toISOString());
  expect(changed('posted')).toBe(day(9).toISOString());
  expect(changed('quiet')).toBe(day(5).toISOString());
});

test('addresses beyond the limit of one file are split over several', async () => {
  const allAddresses = addressesIn((await read('/sitemap.xml')).text);
  const limit = LISTED_PAGES.length + 3;
  const index = await read('/sitemap.xml', limit);
  const files = addressesIn(index.text);
  expect(index.text).toContain('<sitemapindex');
  expect(files).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);

  const found = [];
  for (const file of files) {
    const addresses = addressesIn((await read(file, limit)).text);
    expect(addresses.length).toBeLessThanOrEqual(limit);
    found.push(...addresses);
  }
  expect(found.toSorted()).toEqual(allAddresses.toSorted());
  for (const missing of ['/sitemap-0.xml', '/sitemap-3.xml', '/sitemap-9999.xml']) {
    expect((await app.app.request(missing)).status, missing).toBe(404);
  }
});

test('special characters of XML are escaped', () => {
  expect(renderSitemap('https://rope.example/a&b', [{ address: '/<x>' }])).toContain(
    '<loc>https://rope.example/a&amp;b/&lt;x&gt;</loc>',
  );
});

test('robots.txt names the sitemap and the disallowed paths', async () => {
  const response = await app.app.request('/robots.txt');
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('\nSitemap: https://rope.example/sitemap.xml\n');
  for (const path of ['/api/', '/media/', '/uploads/', '/webhooks/']) {
    expect(text).toContain(`\nDisallow: ${path}\n`);
  }
});
