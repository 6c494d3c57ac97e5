import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { influencer } from '#src/features/storefront/marketplace/server/marketplace.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { drawableName } from './card-text.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = async (address: string, headers: Record<string, string> = {}) =>
  app.app.request(address, { headers });

async function expectCard(address: string) {
  const response = await get(address);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  return { bytes, etag: response.headers.get('etag')!, headers: response.headers };
}

/** The background colour of a card, from its empty corner. */
async function backgroundOf(bytes: Buffer): Promise<number[]> {
  const corner = { left: 4, top: 4, width: 1, height: 1 };
  return [...(await sharp(bytes).extract(corner).removeAlpha().raw().toBuffer())];
}

test('the platform has a card of the size that social sites require', async () => {
  const { bytes, headers } = await expectCard('/card.png');
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  expect(bytes.length).toBeLessThan(100_000);
});

test('the card of an influencer has the colour of their page', async () => {
  await influencer(app, { publicUrl: 'in-blue', pageThemeColor: '#2563eb' });
  const { bytes } = await expectCard('/cards/in-blue.png');
  expect(await backgroundOf(bytes)).toEqual([0x25, 0x63, 0xeb]);
});

test('an unchanged card returns 304, a changed one is sent again', async () => {
  const id = await influencer(app, { publicUrl: 'renamed', fullName: 'Before' });
  const { etag } = await expectCard('/cards/renamed.png');
  const again = await get('/cards/renamed.png', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');

  await app.db.update(profiles).set({ fullName: 'After' }).where(eq(profiles.id, id));
  const renamed = await get('/cards/renamed.png', { 'if-none-match': etag });
  expect(renamed.status).toBe(200);

  await app.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: 4_200 })
    .where(eq(subscriptionPlans.influencerId, id));
  expect((await expectCard('/cards/renamed.png')).etag).not.toBe(renamed.headers.get('etag'));
});

test('hidden, suspended and unknown users, and users who are not influencers, have no card', async () => {
  await influencer(app, { publicUrl: 'hidden', isActive: false });
  const suspended = await influencer(app, { publicUrl: 'suspended' });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended));
  await app.as('subscriber', { publicUrl: 'a-fan' });
  const addresses = ['hidden', 'suspended', 'a-fan', 'nobody', '..%2Fsecret', 'UPPER'];
  for (const slug of addresses) {
    expect((await get(`/cards/${slug}.png`)).status, slug).toBe(404);
  }
});

test('hostile and very long names are drawn literally', async () => {
  const names = [
    '<span foreground="#ffffff">&amp; & </span>',
    '</span><b>',
    'W'.repeat(500),
    'Maximiliana '.repeat(40),
    ' ',
    '',
  ];
  for (const [i, fullName] of names.entries()) {
    await influencer(app, { publicUrl: `hostile-${i}`, fullName });
    await expectCard(`/cards/hostile-${i}.png`);
  }
});

test('a name that our fonts cannot draw is replaced by the platform’s name', async () => {
  const seed = { pageThemeColor: '#c1121f', priceCents: 1_500 };
  await influencer(app, { ...seed, publicUrl: 'in-han', fullName: '漢字' });
  await influencer(app, { ...seed, publicUrl: 'in-arabic', fullName: 'محمد' });
  await influencer(app, { ...seed, publicUrl: 'in-greek', fullName: 'Ελένη' });
  const [han, arabic, greek] = await Promise.all(
    ['in-han', 'in-arabic', 'in-greek'].map((slug) => expectCard(`/cards/${slug}.png`)),
  );
  expect(han!.etag).toBe(arabic!.etag);
  expect(greek!.etag).not.toBe(han!.etag);
});

test.each([
  ['Nguyễn Thị Bích', 'Nguyễn Thị Bích'],
  ['Nguye\u0302\u0303n', 'Nguyễn'],
  ['Владимира\n Щукина', 'Владимира Щукина'],
  ['Élodie ✨🔥', 'Élodie'],
  ['\u202Eevil\u200B', 'evil'],
  ['a'.repeat(200), `${'a'.repeat(90)}…`],
  ['ไทย', null],
  ['👩‍👩‍👧', null],
])('the name %j is drawn as %j', (name, drawn) => {
  expect(drawableName(name)).toBe(drawn);
});
