import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  confirm,
  confirmToken,
} from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import type { InfluencerRecord } from '../edit-influencer.schema.ts';

let app: TestApp;
let staff: TestUser;
let star: TestUser;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());
beforeEach(async () => {
  star = await app.as('influencer', {
    publicUrl: `star-${++count}`,
    phone: '+1 555 0100',
    whyJoin: 'To be my own publisher',
    bio: 'As she was',
    pageAboutImages: ['public/about.webp'],
  });
});

const recordOf = async ({ id }: TestUser, user = staff) =>
  app.call('GET', `/api/influencers/${id}/record`, { user });
const change = (body: object, { of = star, user = staff } = {}) =>
  app.call('PATCH', `/api/influencers/${of.id}`, { user, body });
const publicPage = async (url: string) => app.call('GET', `/api/marketplace/${url}`);
const signIn = (email: string, password = PASSWORD) =>
  app.call('POST', '/api/auth/sign-in', { body: { email, password } });

test('only the changed fields are saved, and the public page shows them', async () => {
  const before = (await recordOf(star)).json as InfluencerRecord;
  const { status, json } = await change({
    version: before.version,
    bio: '  As she is  ',
    pageThemeColor: '#7c2530',
    pageHeroAlignment: 'bottom-center',
    pageHeroTitle: 'After hours',
    instagramFollowers: 2_147_483_647,
  });
  expect(status).toBe(200);
  const after = {
    ...before,
    version: before.version + 1,
    bio: 'As she is',
    pageThemeColor: '#7C2530',
    pageHeroAlignment: 'bottom-center',
    pageHeroTitle: 'After hours',
    instagramFollowers: 2_147_483_647,
  };
  expect(json).toEqual(after);
  expect((await recordOf(star)).json).toEqual(after);
  expect((await publicPage(before.publicUrl!)).json.influencer).toMatchObject({
    bio: 'As she is',
    themeColor: '#7C2530',
    hero: { title: 'After hours', alignment: 'bottom-center' },
    about: { images: ['/images/about'] },
  });
});

test('an emptied text is stored as null', async () => {
  await change({ version: 1, pageAboutTitle: 'Me', pageThemeColor: '#123456' });
  const { json } = await change({ version: 2, pageAboutTitle: '  ', pageThemeColor: '' });
  expect(json).toMatchObject({ pageAboutTitle: null, pageThemeColor: null });
});

test('an inactive influencer is hidden from visitors until active again', async () => {
  const url = `star-${count}`;
  await change({ version: 1, isActive: false });
  expect((await publicPage(url)).status).toBe(404);
  await change({ version: 2, isActive: true });
  expect((await publicPage(url)).status).toBe(200);
});

describe('two editors at once', () => {
  test('of two changes to one version the second is refused and changes nothing', async () => {
    expect((await change({ version: 1, bio: 'first' })).status).toBe(200);
    expect(await change({ version: 1, location: 'Lisbon' })).toMatchObject({
      status: 409,
      json: { code: 'conflict' },
    });
    expect((await recordOf(star)).json).toMatchObject({ bio: 'first', location: null, version: 2 });
  });

  test('exactly one of many simultaneous changes succeeds', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((bio) => change({ version: 1, bio })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect((await recordOf(star)).json.version).toBe(2);
  });

  test('changing pictures does not make texts stale, and changing texts leaves pictures unchanged', async () => {
    const address = `/api/influencers/${star.id}/page-images/about`;
    const removed = await app.call('DELETE', `${address}?image=/images/about`, { user: staff });
    expect(removed.status).toBe(200);
    await app.db
      .update(profiles)
      .set({ pageHeroImage: 'public/hero.webp' })
      .where(eq(profiles.id, star.id));
    expect((await change({ version: 1, pageHeroTitle: 'Still in time' })).status).toBe(200);
    const [row] = await app.db.select().from(profiles).where(eq(profiles.id, star.id));
    expect(row).toMatchObject({ pageHeroImage: 'public/hero.webp', pageAboutImages: [] });
  });
});

describe('the email address', () => {
  test('is changed by admins alone', async () => {
    const email = `new-${count}@example.test`;
    expect(await change({ version: 1, email, bio: 'lost?' })).toMatchObject({
      status: 403,
      json: { detail: 'Permission Denied: Only admins can change email addresses.' },
    });
    expect((await recordOf(star)).json).toMatchObject({ email: star.email, bio: 'As she was' });
  });

  test('is used to sign in once it is confirmed at the new address', async () => {
    const email = `new-${count}@example.test`;
    const user = await app.as('admin');
    const { json } = await change({ version: 1, email: ` New-${count}@Example.test ` }, { user });
    expect(json).toMatchObject({ email: star.email, pendingEmail: email });
    expect((await signIn(star.email)).status).toBe(200);
    await confirm(app, await confirmToken(app, email));
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(star.email)).status).toBe(401);
    expect((await recordOf(star)).json).toMatchObject({ email, pendingEmail: null });
  });

  test('of another account is rejected at its field, and nothing changes', async () => {
    const user = await app.as('admin');
    const other = { version: 1, email: staff.email, bio: 'lost?' };
    const { status, json } = await change(other, { user });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'email-taken',
      errors: [{ path: 'email', message: 'Another account has this email address' }],
    });
    expect((await recordOf(star)).json).toMatchObject({ email: star.email, bio: 'As she was' });
  });
});

test('a new name also changes the account’s name', async () => {
  await change({ version: 1, fullName: 'Odile Marchetti' });
  const [user] = await app.db.select().from(users).where(eq(users.id, star.id));
  expect(user!.name).toBe('Odile Marchetti');
});

describe('the public URL', () => {
  test('is normalized to its stored form', async () => {
    const { json } = await change({ version: 1, publicUrl: ` Odile Märchetti ${count}` });
    expect(json.publicUrl).toBe(`odile-m-rchetti-${count}`);
  });

  test('of another influencer is rejected at its field', async () => {
    const other = await app.as('influencer', { publicUrl: `taken-${count}` });
    expect(await change({ version: 1, publicUrl: `Taken ${count}` })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'publicUrl', message: 'Another influencer has this public URL' }] },
    });
    expect((await recordOf(other)).json.publicUrl).toBe(`taken-${count}`);
  });

  test.each(['dashboard', ' API ', 'thank you', '---', ''])(
    'cannot be %j, which is reserved or invalid',
    async (publicUrl) => {
      const { status, json } = await change({ version: 1, publicUrl });
      expect(status).toBe(400);
      expect(json.errors[0].path).toBe('publicUrl');
    },
  );
});

test.each([
  ['fullName', '   '],
  ['fullName', 'a\0b'],
  ['bio', 'x'.repeat(5_001)],
  ['pageHeroTitle', 'x'.repeat(121)],
  ['pageAboutContent', 'a\0'],
  ['pageWhySignupContent', 'x'.repeat(900_000)],
  ['pageThemeColor', 'red'],
  ['pageThemeColor', '#fff'],
  ['pageThemeColor', '#ffffff;background:url(//evil)'],
  ['pageHeroAlignment', 'left'],
  ['pageHeroAlignment', ''],
  ['instagramFollowers', 2_147_483_648],
  ['instagramFollowers', -1],
  ['instagramFollowers', 1.5],
  ['experienceYears', 81],
  ['contentCategory', 'Fashion & Beauty'],
  ['portfolioUrl', 'javascript:alert(1)'],
  ['dateOfBirth', '2020-01-01'],
  ['dateOfBirth', '1990-02-31'],
  ['isActive', 'yes'],
  ['version', 0],
  ['version', 2_147_483_648],
  ['version', 'latest'],
])('%s cannot be %j', async (field, value) => {
  const { status, json } = await change({ version: 1, [field]: value });
  expect(status).toBe(400);
  expect(json.errors[0].path).toBe(field);
  expect((await recordOf(star)).json.version).toBe(1);
});

test('more than a megabyte is rejected before it is parsed', async () => {
  expect((await change({ version: 1, bio: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test.each(['<script>alert(1)</script>', 'שלום ‮abc‬ עולם', '👩🏽‍🎤🖤', "'; drop table users;--"])(
  'a text is stored and shown as written: %j',
  async (text) => {
    expect((await change({ version: 1, bio: text, pageAboutContent: text })).json).toMatchObject({
      bio: text,
      pageAboutContent: text,
    });
    expect((await publicPage(`star-${count}`)).json.influencer.about.content).toBe(text);
  },
);

test('only the declared fields can be changed', async () => {
  const body = JSON.parse(
    `{"version":1,"bio":"ok","__proto__":{"isActive":false},"constructor":1,"id":"${staff.id}",
      "role":"admin","pageHeroImage":"public/x.webp","createdAt":"2000-01-01T00:00:00Z"}`,
  ) as object;
  const response = await app.app.request(`/api/influencers/${star.id}`, {
    method: 'PATCH',
    headers: { cookie: staff.cookie, 'content-type': 'application/json' },
    body: `{"__proto__":{"isActive":false},${JSON.stringify(body).slice(1)}`,
  });
  expect(response.status).toBe(200);
  const [row] = await app.db.select().from(profiles).where(eq(profiles.id, star.id));
  expect(row).toMatchObject({ id: star.id, bio: 'ok', isActive: true, pageHeroImage: null });
});

test('only an influencer can be changed here', async () => {
  for (const role of ['subscriber', 'staff', 'admin'] as const) {
    const of = await app.as(role);
    const admin = await app.as('admin');
    expect((await recordOf(of)).status).toBe(404);
    expect((await change({ version: 1, bio: 'x' }, { of, user: admin })).status).toBe(404);
  }
});

test('an influencer deleted in the meantime is not found, instead of a conflict', async () => {
  await app.db.delete(users).where(eq(users.id, star.id));
  expect(await change({ version: 1, bio: 'x' })).toMatchObject({
    status: 404,
    json: { code: 'not-found' },
  });
});

describe('limited staff', () => {
  let limited: TestUser;
  let own: TestUser;
  beforeEach(async () => {
    limited = await app.as('staff');
    own = await app.as('influencer');
    await limitStaffTo(app, limited, own);
  });

  test('change their influencers', async () => {
    expect((await change({ version: 1, bio: 'x' }, { of: own, user: limited })).status).toBe(200);
    expect(
      (await app.call('GET', `/api/influencers/${own.id}/page`, { user: limited })).status,
    ).toBe(200);
  });

  test('cannot read, change or preview other influencers', async () => {
    const address = `/api/influencers/${star.id}`;
    expect((await recordOf(star, limited)).status).toBe(404);
    expect((await change({ version: 1, bio: 'x' }, { user: limited })).status).toBe(404);
    expect((await app.call('GET', `${address}/page`, { user: limited })).status).toBe(404);
    expect((await recordOf(star)).json).toMatchObject({ bio: 'As she was', version: 1 });
    expect((await signIn(star.email)).status).toBe(200);
  });
});

test('the audit trail records the values before and after a change', async () => {
  await change({ version: 1, bio: 'After', fullName: 'Odile Marchetti' });
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, star.id));
  expect(entries).toMatchObject([
    { entity: 'profiles', before: { bio: 'As she was' }, after: { bio: 'After' } },
    { entity: 'users', after: { name: 'Odile Marchetti' } },
  ]);
});

test('a hidden page can be previewed', async () => {
  await change({ version: 1, isActive: false, pageHeroTitle: 'Behind the curtain' });
  const { json } = await app.call('GET', `/api/influencers/${star.id}/page`, { user: staff });
  expect(json.influencer).toMatchObject({
    publicUrl: `star-${count}`,
    hero: { title: 'Behind the curtain' },
    about: { images: ['/images/about'] },
    priceCents: null,
    postCount: 0,
  });
});
