import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** The head of a page as a crawler reads it, without running scripts. */
async function readHead(request: APIRequestContext, address: string) {
  const response = await request.get(address, { maxRedirects: 0 });
  const html = await response.text();
  const tags = [...html.matchAll(/<(?:meta|link) [^>]*>/g)].map(([tag]) => tag);
  const attribute = (tag: string | undefined, name: string) =>
    tag && new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  const meta = (name: string) =>
    attribute(
      tags.find((tag) => tag.includes(`name="${name}"`) || tag.includes(`property="${name}"`)),
      'content',
    );
  const link = (rel: string) =>
    attribute(
      tags.find((tag) => tag.includes(`rel="${rel}"`)),
      'href',
    );
  const jsonLd = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
  ].map(([, json]) => JSON.parse(json!) as Record<string, unknown>);
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
  return { status: response.status(), title, meta, link, jsonLd };
}

const expectPng = async (request: APIRequestContext, address: string) => {
  const response = await request.get(address);
  expect(response.status(), address).toBe(200);
  expect(response.headers()['content-type']).toBe('image/png');
};

async function listedAddresses(request: APIRequestContext): Promise<string[]> {
  const response = await request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toContain('application/xml');
  const addresses = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
  return addresses.map(([, address]) => address!);
}

test('the landing page describes the site to crawlers', async ({ request, baseURL }) => {
  const { title, meta, link, jsonLd } = await readHead(request, '/');
  expect(title).toBe('Velvet Rope · Private pages, month by month');
  expect(meta('description')).toContain('adults-only');
  expect(meta('robots')).toContain('index, follow');
  expect(meta('rating')).toBe('RTA-5042-1996-1400-1577-RTA');
  expect(link('canonical')).toBe(`${baseURL}/`);
  expect(meta('og:url')).toBe(`${baseURL}/`);
  expect(meta('og:site_name')).toBe('Velvet Rope');
  expect(meta('og:type')).toBe('website');
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(meta('og:image')).toBe(`${baseURL}/card.png`);
  await expectPng(request, '/card.png');
  expect(jsonLd.map((entity) => entity['@type'])).toEqual(['Organization', 'WebSite']);
});

test('an influencer’s page has metadata for sharing in spite of the age gate', async ({
  request,
  baseURL,
}) => {
  const { title, meta, link, jsonLd, status } = await readHead(request, '/marlowe-vesperine');
  expect(status).toBe(200);
  expect(title).toBe('Marlowe Vesperine · Velvet Rope');
  expect(meta('description')!.length).toBeGreaterThan(20);
  expect(meta('description')!.length).toBeLessThan(160);
  expect(meta('robots')).toContain('index, follow');
  expect(link('canonical')).toBe(`${baseURL}/marlowe-vesperine`);
  expect(meta('og:type')).toBe('profile');
  expect(meta('og:title')).toBe(title);
  expect(meta('og:description')).toBe(meta('description'));
  expect(meta('og:image:width')).toBe('1200');
  const card = `${baseURL}/cards/marlowe-vesperine.png`;
  expect(meta('og:image')).toBe(card);
  expect(meta('twitter:image')).toBe(card);
  await expectPng(request, card);
  expect(jsonLd).toHaveLength(1);
  expect(jsonLd[0]).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    isFamilyFriendly: false,
    mainEntity: {
      name: 'Marlowe Vesperine',
      makesOffer: { priceCurrency: 'USD', priceSpecification: { billingDuration: 'P1M' } },
    },
  });
});

test('every address in the sitemap is a page that may be indexed', async ({ request, baseURL }) => {
  const addresses = await listedAddresses(request);
  expect(addresses).toContain(`${baseURL}/marlowe-vesperine`);
  for (const address of addresses.slice(0, 12)) {
    const { status, meta, link } = await readHead(request, address);
    expect(status, address).toBe(200);
    expect(meta('robots'), address).not.toContain('noindex');
    expect(link('canonical'), address).toBe(address);
    expect(meta('description'), address).toBeTruthy();
  }
});

test('signed-in pages and missing pages may not be indexed', async ({ request }) => {
  const closed = ['/dashboard', '/my-feed', '/marketplace', '/reset-password', '/thank-you'];
  for (const address of [...closed, '/nobody-of-this-name', '/influencer/no%20name']) {
    expect((await readHead(request, address)).meta('robots'), address).toBe('noindex');
  }
});

test('an older address of an influencer redirects to their page', async ({ page }) => {
  await page.goto('/influencer/marlowe-vesperine');
  await expect(page).toHaveURL(/\/marlowe-vesperine$/);
  const missing = await page.goto('/influencer/0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11/public');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Influencer Not Found' })).toBeVisible();
});

test('the manifest and every icon can be loaded', async ({ request }) => {
  const { link } = await readHead(request, '/');
  await expectPng(request, link('apple-touch-icon')!);
  const response = await request.get(link('manifest')!);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as { start_url: string; icons: { src: string }[] };
  expect(manifest.start_url).toBe('/');
  expect(manifest.icons).toHaveLength(4);
  for (const { src } of manifest.icons) await expectPng(request, src);
});

test('a HEAD request has the status and entity tag of the page and does not truncate the page', async ({
  request,
}) => {
  for (const address of ['/privacy', '/marlowe-vesperine', '/nothing/here', '/my-feed']) {
    const head = await request.head(address);
    const page = await request.get(address);
    expect(head.status(), address).toBe(page.status());
    expect(head.headers().etag, address).toBe(page.headers().etag);
    expect((await page.text()).length, address).toBeGreaterThan(1_000);
  }
});
