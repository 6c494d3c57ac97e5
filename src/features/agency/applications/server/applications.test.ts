import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { influencerApplications } from './applications.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.limits.application.reset('local'));

const application = (email: string) => ({
  fullName: 'Marlowe Vesperine',
  email,
  phone: '+1 (555) 0100',
  age: '27',
  location: 'Lisbon',
  instagramHandle: '@marlowe',
  instagramFollowers: '12,500',
  tiktokHandle: 'marlowe.moves',
  tiktokFollowers: '1.2M',
  youtubeChannel: 'MarloweAtNight',
  youtubeSubscribers: 'a few',
  otherPlatforms: 'A letter by post,\nevery month',
  contentCategory: 'Travel',
  niche: 'Night trains',
  brandPersonality: 'Luxury & High-End',
  targetAudience: 'People who sleep badly',
  experience: 'Six years',
  previousBrands: 'None to speak of',
  goals: 'A page of my own',
  whyJoin: 'To be closer to those who follow me.',
  portfolioLinks: 'https://example.test/marlowe',
  bestContent: 'The one with the dining car',
  achievements: 'Forty countries',
});

const send = (body: object) => app.call('POST', '/api/applications', { body });
const stored = (email: string) =>
  app.db.select().from(influencerApplications).where(eq(influencerApplications.email, email));

test('an application is stored as typed, pending and unreviewed', async () => {
  const typed = application('whole@example.test');
  expect(await send(typed)).toMatchObject({ status: 200, json: {} });
  const rows = await stored('whole@example.test');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    ...typed,
    age: 27,
    instagramFollowers: 12_500,
    tiktokFollowers: 1_200_000,
    youtubeSubscribers: 0,
    status: 'pending',
    reviewedBy: null,
    reviewedAt: null,
    notes: null,
  });
});

test('blank fields are stored as null', async () => {
  const { fullName, phone, contentCategory, whyJoin } = application('');
  const email = 'Blank@Example.test';
  expect((await send({ fullName, phone, contentCategory, whyJoin, email, age: 30 })).status).toBe(
    200,
  );
  const [row] = await stored('blank@example.test');
  expect(row).toMatchObject({ age: 30, location: null, tiktokFollowers: 0, goals: null });
});

describe('an application sent twice', () => {
  test('is stored once, even when both arrive simultaneously', async () => {
    const typed = application('twice@example.test');
    const answers = await Promise.all([send(typed), send(typed), send(typed)]);
    const reordered = Object.fromEntries(Object.entries(typed).toReversed());
    answers.push(await send(reordered), await send({ ...typed, email: ' TWICE@example.test ' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stored('twice@example.test')).toHaveLength(1);
  });

  test('is stored again after the first was reviewed', async () => {
    const typed = application('again@example.test');
    await send(typed);
    await app.db
      .update(influencerApplications)
      .set({ status: 'rejected', reviewedAt: new Date() })
      .where(eq(influencerApplications.email, 'again@example.test'));
    await send(typed);
    const statuses = (await stored('again@example.test')).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['pending', 'rejected']);
  });

  test('is a new application when an answer changed', async () => {
    const typed = application('changed@example.test');
    await send(typed);
    await send({ ...typed, niche: 'Day trains' });
    expect(await stored('changed@example.test')).toHaveLength(2);
  });
});

test('a bot that fills in the trap gets a success response, and nothing is stored', async () => {
  const typed = { ...application('bot@example.test'), leaveThisEmpty: 'https://example.test' };
  expect(await send(typed)).toMatchObject({ status: 200, json: {} });
  expect(await stored('bot@example.test')).toEqual([]);
  expect((await send({ ...typed, leaveThisEmpty: '' })).status).toBe(200);
  expect(await stored('bot@example.test')).toHaveLength(1);
});

test('the server validates each field by the same rules as the form', async () => {
  const { status, json } = await send({ email: 'nope', age: '16', niche: 'x'.repeat(201) });
  expect(status).toBe(400);
  expect(json.errors).toEqual(
    expect.arrayContaining([
      { path: 'fullName', message: 'Full name is required' },
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'phone', message: 'Phone number is required' },
      { path: 'age', message: 'You must be 18 or older to join' },
      { path: 'contentCategory', message: 'Please select a content category' },
      { path: 'niche', message: 'Niche must be at most 200 characters long' },
      { path: 'whyJoin', message: 'Please tell us why you want to join' },
    ]),
  );
});

test.each([
  ['markup', '<script>alert(1)</script>&lt;b&gt; " \' \\'],
  ['a statement', "'); drop table influencer_applications; --"],
  ['a script from right to left', 'مرحبا بالعالم \u202Eabc'],
  ['emoji and joined signs', '👩🏽‍🚀🏳️‍🌈 Z̴̟̈a̶̗͝l̵̦̀g̷̙̈o̵̤͝'],
  ['other scripts', 'Ольга 李小龍 ' + 'ไทย'],
])('%s is stored as typed', async (name, text) => {
  const email = `${name.replaceAll(' ', '-')}@example.test`;
  const typed = { ...application(email), fullName: text, whyJoin: text, instagramHandle: text };
  expect((await send(typed)).status).toBe(200);
  const [row] = await stored(email);
  expect(row).toMatchObject({ fullName: text, whyJoin: text, instagramHandle: text });
});

test.each([
  ['a NUL in the name', { fullName: 'Mar\0lowe' }, 400],
  ['a NUL in a long text', { goals: 'a\0b' }, 400],
  ['half a character', { niche: 'a\ud800b' }, 400],
  ['a very long text', { whyJoin: 'x'.repeat(100_000) }, 400],
  ['a number as name', { fullName: 7 }, 400],
  ['an object as age', { age: { $gt: 0 } }, 400],
  ['a list as brand personality', { brandPersonality: ['Luxury & High-End'] }, 400],
  ['a count beyond all counting', { instagramFollowers: 1e308 }, 200],
  ['a status and a reviewer of its own', { status: 'accepted', notes: 'Take them' }, 200],
  ['a fingerprint of its own', { fingerprint: 'x', id: 'x', createdAt: 0 }, 200],
])('hostile input never causes a server error: %s', async (name, change, expected) => {
  const email = `hostile-${name.replaceAll(' ', '-').toLowerCase()}@example.test`;
  expect((await send({ ...application(email), ...change })).status).toBe(expected);
  const rows = await stored(email);
  expect(rows.map(({ status, notes }) => ({ status, notes }))).toEqual(
    expected === 200 ? [{ status: 'pending', notes: null }] : [],
  );
});

test('one IP address can apply twenty times an hour; invalid submissions do not count', async () => {
  await send({});
  const codes: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    codes.push((await send(application('often@example.test'))).status);
  }
  expect(codes).toEqual([...Array<number>(20).fill(200), 429]);
});
