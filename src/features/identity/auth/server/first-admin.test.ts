import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  userRoles,
  users,
  verifications,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { createFirstAdmin, prepareFirstAdmin } from './first-admin.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const configured = { email: 'owner@example.test', password: PASSWORD };
const countAdmins = async () =>
  (await app.db.select().from(userRoles).where(eq(userRoles.role, 'admin'))).length;

async function start(admin?: typeof configured, isTerminal = true) {
  const lines: string[] = [];
  const { dataDir } = app.config;
  await prepareFirstAdmin(
    { db: app.db, config: { admin, publicUrl: 'https://app.test', dataDir } },
    { print: (line) => lines.push(line), isTerminal },
  );
  return lines;
}
async function printedToken() {
  const [line] = await start();
  return /https:\/\/app\.test\/setup#(\S+)$/.exec(line ?? '')?.[1] ?? '';
}
const setUp = (token: string, body: object = {}) =>
  app.call('POST', '/api/setup', {
    body: { token, fullName: 'Aurelia Stonebridge', ...configured, ...body },
  });

test('the configured admin is created once; a second start changes nothing', async () => {
  await start(configured);
  await start({ ...configured, password: 'another-password' });
  expect(await countAdmins()).toBe(1);
  expect(await app.signIn(configured.email)).toContain('velvet.session_token');
});

test('only one of two simultaneous starts creates the admin', async () => {
  const created = await Promise.all([1, 2, 3].map(() => createFirstAdmin(app.db, configured)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await countAdmins()).toBe(1);
});

test('without a configured admin the printed link creates one, once', async () => {
  const token = await printedToken();
  expect((await setUp(token)).status).toBe(200);
  expect(await app.signIn(configured.email)).toContain('velvet.session_token');
  const [admin] = await app.db.select().from(users).where(eq(users.email, configured.email));
  expect(admin!.name).toBe('Aurelia Stonebridge');
  expect((await setUp(token, { email: 'second@example.test' })).status).toBe(404);
  expect(await countAdmins()).toBe(1);
  expect(await start()).toEqual([]);
});

test('an output that is collected names a private file with the link, which the next start removes', async () => {
  const [line = ''] = await start(undefined, false);
  const file = path.join(app.config.dataDir, 'set-up-link');
  expect(line).toContain(file);
  expect(line).not.toContain('#');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const token = readFileSync(file, 'utf8').trim().split('#')[1]!;
  expect((await setUp(token)).status).toBe(200);
  expect(await start(undefined, false)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test('only one of two simultaneous submits of a link creates the admin', async () => {
  const token = await printedToken();
  const answers = await Promise.all(
    ['a', 'b'].map((name) => setUp(token, { email: `${name}@example.test` })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await countAdmins()).toBe(1);
});

test('only the latest printed link is valid, for one day', async () => {
  const first = await printedToken();
  const second = await printedToken();
  expect((await setUp(first)).status).toBe(404);
  await app.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) });
  const late = await setUp(second);
  expect(late).toMatchObject({
    status: 404,
    json: { detail: 'This set-up link has been used or has expired' },
  });
  expect(await countAdmins()).toBe(0);
});

test('a guessed token is rejected, and the database stores only a hash', async () => {
  const token = await printedToken();
  const rows = await app.db.select().from(verifications);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await setUp(rows[0]!.value)).status).toBe(404);
  expect((await setUp('guess')).status).toBe(404);
  expect((await setUp('')).status).toBe(400);
});

test('the link still works after a weak password or an address that is taken', async () => {
  const fan = await app.as('subscriber');
  const token = await printedToken();
  expect((await setUp(token, { password: 'short' })).status).toBe(400);
  expect((await setUp(token, { email: fan.email })).json.code).toBe('email-taken');
  expect((await setUp(token)).status).toBe(200);
});

test('a configured address of a fan does not make the fan an admin, but prints a link', async () => {
  const fan = await app.as('subscriber');
  const lines = await start({ email: fan.email, password: PASSWORD });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('/setup#');
  expect(await countAdmins()).toBe(0);
});
