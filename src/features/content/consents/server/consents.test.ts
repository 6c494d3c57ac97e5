import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { enforceRetention } from '#src/features/privacy/retention/server/enforce-retention.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish } from '#test/posts.ts';
import { consents } from './consents.table.ts';
import { addCoPerformer, giveConsent, registerInfluencer } from './consents.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let performerId: string;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
  performerId = await insertPerformer(app.db, influencer.id);
});
afterAll(() => app.close());

const path = (id = performerId) => `/api/performers/${id}/consents`;
const record = (body: object, id = performerId) =>
  app.call('POST', path(id), { user: staff, body });
const period = () => ({
  id: randomUUID(),
  kind: 'period',
  influencerId: influencer.id,
  startsOn: '2026-01-01',
  endsOn: null,
  scopes: ['marketing', 'subscription'],
  givenOn: '2026-01-01',
  method: 'paper',
  note: 'Folder 12',
});
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000);

test('a consent is recorded once, with who recorded it', async () => {
  const body = period();
  await record(body);
  const { status, json } = await record(body);
  expect(status).toBe(200);
  const recorded = (json.consents as { id: string }[]).filter(({ id }) => id === body.id);
  expect(recorded).toEqual([
    expect.objectContaining({
      scopes: ['subscription', 'marketing'],
      influencer: { id: influencer.id, fullName: expect.any(String) },
      note: 'Folder 12',
      recordedBy: expect.any(String),
      withdrawnAt: null,
    }),
  ]);
  const other = await insertPerformer(app.db, influencer.id);
  expect((await record(body, other)).json.code).toBe('conflict');
});

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an end before the start', { endsOn: '2025-12-31' }, 'endsOn'],
  ['a day in the future', { givenOn: '2099-01-01' }, 'givenOn'],
  ['an unknown influencer', { influencerId: randomUUID() }, 'influencerId'],
  ['an unknown post', { kind: 'post', postId: randomUUID() }, 'postId'],
])('a consent with %s is refused', async (_name, changed, field) => {
  const { status, json } = await record({ ...period(), ...changed });
  expect({ status, path: json.errors?.[0]?.path }).toEqual({ status: 400, path: field });
});

test('a consent is withdrawn once, with a reason, and only on the page of its performer', async () => {
  const id = await giveConsent(app, performerId, influencer.id);
  const withdraw = (of: string, reason: string) =>
    app.call('POST', `${path(of)}/${id}/withdraw`, { user: staff, body: { reason } });
  const other = await insertPerformer(app.db, influencer.id);
  expect((await withdraw(other, 'A slip')).json.code).toBe('not-found');
  expect((await withdraw(performerId, ' ')).json.code).toBe('invalid-input');
  const { json } = await withdraw(performerId, 'Asked by phone');
  expect(json.consents).toContainEqual(
    expect.objectContaining({
      id,
      withdrawnAt: expect.any(String),
      withdrawnBy: expect.any(String),
      withdrawalReason: 'Asked by phone',
    }),
  );
  expect((await withdraw(performerId, 'Again')).json.code).toBe('not-allowed-in-state');
});

test('a consent is evidence: nothing changes or deletes it, and it outlives its post', async () => {
  const { id: postId } = await publish(app, influencer);
  const forPost = { kind: 'post', influencerId: null, startsOn: null } as const;
  const id = await giveConsent(app, performerId, influencer.id, { ...forPost, postId });
  const isThis = eq(consents.id, id);
  const set = (values: Partial<typeof consents.$inferInsert>) =>
    app.db.update(consents).set(values).where(isThis);
  for (const change of [
    set({ scopes: ['marketing'] }),
    set({ postId: null }),
    set({ givenOn: '2020-01-01' }),
    app.db.delete(consents).where(isThis),
  ]) {
    await expect(change).rejects.toThrow();
  }
  await set({ withdrawnAt: new Date(), withdrawalReason: 'No longer' });
  await expect(set({ withdrawnAt: null, withdrawalReason: null })).rejects.toThrow();
  await app.call('DELETE', `/api/posts/${postId}`, { user: staff });
  const [stored] = await app.db.select().from(consents).where(isThis);
  expect(stored).toMatchObject({ kind: 'post', postId: null });
});

test('who is in a post is chosen from the register, with its influencer implied', async () => {
  const body = {
    caption: 'Evening',
    category: 'Cosplay',
    aiUse: 'none',
    influencerId: influencer.id,
    mediaIds: [await createUploadedFile(app, staff, { state: 'ready' })],
    publishAt: tomorrow().toISOString(),
  };
  const create = (performerIds: string[]) =>
    app.call('POST', '/api/posts', { user: staff, body: { ...body, performerIds } });
  expect((await create([randomUUID()])).json.errors?.[0]?.path).toBe('performerIds');
  const archived = await insertPerformer(app.db, influencer.id, { archivedAt: new Date() });
  expect((await create([archived])).status).toBe(400);
  const { id, version } = (await create([performerId, performerId])).json;
  const read = async () => (await app.call('GET', `/api/posts/${id}`, { user: staff })).json.post;
  const people = [{ id: performerId, fullName: 'Mara Vale' }];
  expect((await read()).people).toEqual(people);
  const { caption, category, aiUse } = body;
  const change = (values: object) =>
    app.call('PATCH', `/api/posts/${id}`, {
      user: staff,
      body: { caption, category, aiUse, ...values },
    });
  expect((await change({ version })).status).toBe(200);
  expect((await read()).people).toEqual(people);
  const listed = await app.call('GET', `/api/performers/${performerId}/posts`, { user: staff });
  expect(listed.json.posts).toContainEqual(expect.objectContaining({ id, state: 'scheduled' }));
  expect((await change({ version: version + 1, performerIds: [] })).status).toBe(200);
  expect((await read()).people).toEqual([]);
});

test('a performer who is in a post is not deleted by the retention', async () => {
  const longAgo = new Date('2010-01-01');
  const [tagged, free] = [
    await insertPerformer(app.db, influencer.id, { archivedAt: longAgo }),
    await insertPerformer(app.db, influencer.id, { archivedAt: longAgo }),
  ];
  await giveConsent(app, free, influencer.id);
  const { id: postId } = await publish(app, influencer);
  await app.db.insert(postPeople).values({ postId, performerId: tagged });
  await enforceRetention(app.services);
  const left = await app.db.select({ id: performers.id }).from(performers);
  const ids = left.map(({ id }) => id);
  expect([ids.includes(tagged), ids.includes(free)]).toEqual([true, false]);
});

test('the bell and the calendar show blocked posts', async () => {
  const person = await addCoPerformer(app, influencer);
  const { id } = await publish(app, influencer, { publishAt: tomorrow(), publishedAt: null });
  await app.db.insert(postPeople).values({ postId: id, performerId: person });
  await registerInfluencer(app, influencer);
  await setPublicationRule(app.db, {
    requiresConsents: true,
    requiresAgreements: false,
    requiresReviews: false,
  });
  const query = new URLSearchParams({
    from: new Date().toISOString(),
    to: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString(),
    influencerId: influencer.id,
  });
  async function seen() {
    const bell = await app.call('GET', '/api/staff-notifications', { user: staff });
    const calendar = await app.call('GET', `/api/calendar?${query}`, { user: staff });
    const isThis = (record: { id: string }) => record.id === id;
    return {
      bell: bell.json.notifications.find(isThis)?.detail,
      isBlocked: calendar.json.posts.find(isThis).isBlocked,
    };
  }
  expect(await seen()).toEqual({ bell: undefined, isBlocked: false });
  await app.db
    .update(consents)
    .set({ withdrawnAt: new Date(), withdrawalReason: 'No longer' })
    .where(eq(consents.performerId, person));
  expect(await seen()).toEqual({ bell: 'Mara Vale', isBlocked: true });
});
