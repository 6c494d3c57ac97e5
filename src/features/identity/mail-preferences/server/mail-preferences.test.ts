import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { mailPreferences } from './mail-preferences.table.ts';
import { switchOffMails } from './mail-preferences.ts';
import { unsubscribeAddresses, unsubscribeToken } from './unsubscribe-links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://app.test' });
});
afterAll(() => app.close());

const preferencesOf = async (user: TestUser) =>
  (await app.call('GET', '/api/mail-preferences', { user })).json;
const save = async (user: TestUser, body: object) =>
  (await app.call('PUT', '/api/mail-preferences', { user, body })).status;
const tokenFor = ({ id }: TestUser, kind: string) =>
  unsubscribeToken(app.config.secrets, `${id}.${kind}`);
const open = (token: string) => app.call('POST', '/api/unsubscribe-link', { body: { token } });
const leave = (token: string, all = false) =>
  app.call('POST', '/api/unsubscribe-link/use', { body: { token, all } });
const DEFAULTS = { tasks: 'at_once', task_decisions: 'at_once' };

describe('preferences', () => {
  test('have a default for each kind of mails that the role receives', async () => {
    expect(await preferencesOf(await app.as('subscriber'))).toEqual({ posts: 'daily' });
    expect(await preferencesOf(await app.as('influencer'))).toEqual(DEFAULTS);
  });

  test('are stored for each user', async () => {
    const [fan, other] = [await app.as('subscriber'), await app.as('subscriber')];
    for (const posts of ['weekly', 'at_once', 'off', 'off', 'daily', 'weekly']) {
      expect(await save(fan, { posts })).toBe(200);
      expect(await preferencesOf(fan)).toEqual({ posts });
    }
    expect(await preferencesOf(other)).toEqual({ posts: 'daily' });
  });

  test('that are not saved do not change', async () => {
    const influencer = await app.as('influencer');
    await save(influencer, { tasks: 'off' });
    await save(influencer, {});
    expect(await preferencesOf(influencer)).toEqual({ ...DEFAULTS, tasks: 'off' });
  });

  test('of another role, or with an unknown frequency, are refused', async () => {
    const [fan, influencer] = [await app.as('subscriber'), await app.as('influencer')];
    expect(await save(fan, { tasks: 'off' })).toBe(400);
    expect(await save(influencer, { posts: 'off' })).toBe(400);
    expect(await save(influencer, { tasks: 'daily' })).toBe(400);
    expect(await save(fan, { posts: 'hourly' })).toBe(400);
    expect(
      await app.db.select().from(mailPreferences).where(eq(mailPreferences.userId, fan.id)),
    ).toEqual([]);
  });

  test('are deleted with their user', async () => {
    const fan = await app.as('subscriber');
    await save(fan, { posts: 'off' });
    await app.db.delete(users).where(eq(users.id, fan.id));
    expect(
      await app.db.select().from(mailPreferences).where(eq(mailPreferences.userId, fan.id)),
    ).toEqual([]);
  });
});

describe('an unsubscribe link', () => {
  test('shows its kind of mails without signing in, and changes nothing', async () => {
    const influencer = await app.as('influencer');
    expect(await open(tokenFor(influencer, 'tasks'))).toMatchObject({
      status: 200,
      json: { kind: 'tasks', isOff: false, receivesOthers: true },
    });
    expect(await preferencesOf(influencer)).toEqual(DEFAULTS);
  });

  test('switches off its kind of mails alone; a second time changes nothing', async () => {
    const influencer = await app.as('influencer');
    for (const time of ['first', 'second']) {
      const { json } = await leave(tokenFor(influencer, 'task_decisions'));
      expect(json, time).toEqual({ kind: 'task_decisions', isOff: true, receivesOthers: true });
      expect(await preferencesOf(influencer)).toEqual({ ...DEFAULTS, task_decisions: 'off' });
    }
  });

  test('can switch off all mails', async () => {
    const influencer = await app.as('influencer');
    const { json } = await leave(tokenFor(influencer, 'tasks'), true);
    expect(json).toEqual({ kind: 'tasks', isOff: true, receivesOthers: false });
    expect(await preferencesOf(influencer)).toEqual({ tasks: 'off', task_decisions: 'off' });
  });

  test('works for a suspended user', async () => {
    const fan = await app.as('subscriber');
    await app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
    expect((await leave(tokenFor(fan, 'posts'))).json).toMatchObject({ isOff: true });
  });

  test('contains no address, and has its secret in the fragment of the page', async () => {
    const fan = await app.as('subscriber');
    const addresses = unsubscribeAddresses(app.config, `${fan.id}.posts`);
    const token = tokenFor(fan, 'posts');
    expect(addresses).toEqual({
      preferencesUrl: 'https://app.test/my-account#emails',
      pageUrl: `https://app.test/unsubscribe#${token}`,
      oneClickUrl: `https://app.test/unsubscribe/${token}`,
    });
    expect(token).not.toContain(fan.email);
  });

  test('that is forged, foreign or broken is not found', async () => {
    const [fan, other] = [await app.as('subscriber'), await app.as('subscriber')];
    const token = tokenFor(fan, 'posts');
    const signature = token.split('.')[2];
    const deleted = await app.as('subscriber');
    await app.db.delete(users).where(eq(users.id, deleted.id));
    const forged = [
      `${other.id}.posts.${signature}`,
      `${fan.id}.tasks.${signature}`,
      `${fan.id}.posts.`,
      `${fan.id}.posts`,
      fan.id,
      token.slice(0, -1),
      unsubscribeToken(['x'.repeat(64)], `${fan.id}.posts`),
      tokenFor(fan, 'receipts'),
      tokenFor(deleted, 'posts'),
      '',
    ];
    for (const each of forged) {
      expect((await open(each)).status, each).toBe(404);
      expect((await leave(each, true)).status, each).toBe(404);
    }
    expect([await preferencesOf(fan), await preferencesOf(other)]).toEqual([
      { posts: 'daily' },
      { posts: 'daily' },
    ]);
  });
});

describe('the one-click address', () => {
  const post = (token: string, body: string, headers: Record<string, string> = {}) =>
    app.app.request(`/unsubscribe/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const ONE_CLICK = 'List-Unsubscribe=One-Click';

  test('leads people to the page with the button, and changes nothing', async () => {
    const fan = await app.as('subscriber');
    const token = tokenFor(fan, 'posts');
    const response = await app.app.request(`/unsubscribe/${token}`);
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/unsubscribe#${token}`,
    ]);
    expect(await preferencesOf(fan)).toEqual({ posts: 'daily' });
  });

  test('unsubscribes with one request, from any site and without a redirect', async () => {
    const fan = await app.as('subscriber');
    const headers = { origin: 'https://mail.example' };
    for (const time of ['first', 'second']) {
      const response = await post(tokenFor(fan, 'posts'), ONE_CLICK, headers);
      expect([response.status, response.redirected], time).toEqual([200, false]);
      expect(await preferencesOf(fan)).toEqual({ posts: 'off' });
    }
  });

  test('accepts the field as multipart form data, too', async () => {
    const fan = await app.as('subscriber');
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const address = `/unsubscribe/${tokenFor(fan, 'posts')}`;
    expect((await app.app.request(address, { method: 'POST', body })).status).toBe(200);
    expect(await preferencesOf(fan)).toEqual({ posts: 'off' });
  });

  test('refuses forged tokens, requests without the field, and large ones', async () => {
    const fan = await app.as('subscriber');
    const token = tokenFor(fan, 'posts');
    expect((await post(token.slice(0, -1), ONE_CLICK)).status).toBe(404);
    expect((await post(token, '')).status).toBe(400);
    expect((await post(token, `${ONE_CLICK}&x=${'x'.repeat(20_000)}`)).status).toBe(413);
    expect(await preferencesOf(fan)).toEqual({ posts: 'daily' });
  });
});

test('the database refuses unknown kinds, and digests of other mails than those about posts', async () => {
  const { id } = await app.as('influencer');
  const insert = (kind: string, frequency: string) =>
    app.pool.query('insert into mail_preferences (user_id, kind, frequency) values ($1, $2, $3)', [
      id,
      kind,
      frequency,
    ]);
  await expect(insert('receipts', 'off')).rejects.toMatchObject({ code: '23514' });
  await expect(insert('posts', 'hourly')).rejects.toMatchObject({ code: '23514' });
  await expect(insert('tasks', 'weekly')).rejects.toMatchObject({ code: '23514' });
  await switchOffMails(app.db, id, ['posts', 'tasks']);
});
