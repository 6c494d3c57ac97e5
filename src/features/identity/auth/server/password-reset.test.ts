import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  sessions,
  users,
  verifications,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { readMail } from '#test/read-mail.ts';

const NEW_PASSWORD = 'a-new-password';
const REQUESTED = 'Choose a new password';
const CHANGED = 'Your password was changed';

let app: TestApp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://app.test' });
  worker = await startWorker(app.services);
});
beforeEach(async () => {
  await app.limits.forgotPasswordAddress.reset('local');
  await app.limits.resetPassword.reset('local');
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const requestReset = (email: string) =>
  app.call('POST', '/api/auth/forgot-password', { body: { email } });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  app.call('POST', '/api/auth/reset-password', { body: { token, newPassword } });
const signIn = (email: string, password: string) =>
  app.call('POST', '/api/auth/sign-in', { body: { email, password } });

function mailsTo(email: string, subject: string) {
  const folder = path.join(app.config.dataDir, 'mail');
  let names: string[] = [];
  try {
    names = readdirSync(folder).toSorted();
  } catch {
    // No mail has been sent yet.
  }
  return names
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email && headers.get('subject') === subject);
}
async function waitForMails(count: number, email: string, subject = REQUESTED): Promise<void> {
  await expect.poll(() => mailsTo(email, subject).length).toBe(count);
}

/** The token in the latest mail. */
function tokenFor(email: string): string {
  const link = /https:\/\/app\.test\/reset-password#([\w-]{43})(?=\n)/;
  const tokens = mailsTo(email, REQUESTED).map(({ text }) => link.exec(text)?.[1] ?? '');
  return tokens.at(-1)!;
}

/** Requests a link and returns the token from the mail. */
async function requestToken(email: string): Promise<string> {
  const count = mailsTo(email, REQUESTED).length + 1;
  expect((await requestReset(email)).status).toBe(200);
  await waitForMails(count, email);
  return tokenFor(email);
}

const refusal = {
  status: 404,
  json: {
    code: 'not-found',
    detail: 'This link has been used or has expired. Request a new one.',
  },
};

describe('requesting a password reset', () => {
  test('returns the same answer for every address, and mails only those with an account', async () => {
    const { email } = await app.as('subscriber');
    const unknown = await requestReset(`nobody-${randomUUID()}@example.test`);
    const known = await requestReset(email);
    expect(unknown).toMatchObject({ status: 200, json: {} });
    expect(known.json).toEqual(unknown.json);
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    // The queue is processed in order: once the second mail arrives, the first request is done.
    await waitForMails(1, email);
    const { rows } = await app.db.execute<{ data: unknown }>(
      sql`select data from jobs.job where name = 'password-reset' order by created_on desc limit 2`,
    );
    expect(rows.map(({ data }) => data)).toEqual([
      { userId: expect.any(String) },
      { userId: null },
    ]);
    expect(readdirSync(path.join(app.config.dataDir, 'mail'))).toHaveLength(1);
  });

  test('stores no token in the database, neither in the queue nor with the account', async () => {
    const { email } = await app.as('influencer');
    const token = await requestToken(email);
    const stored = JSON.stringify([
      await app.db.select().from(verifications),
      (await app.db.execute(sql`select data, output from jobs.job`)).rows,
    ]);
    expect(stored).not.toContain(token);
    const [{ value } = { value: '' }] = await app.db.select().from(verifications);
    expect(await reset(value)).toMatchObject(refusal);
  });

  test('is limited to five requests an hour per email address, with or without an account', async () => {
    const { email } = await app.as('staff');
    for (const address of [email, 'nobody@example.test']) {
      for (let i = 0; i < 5; i += 1) expect((await requestReset(address)).status).toBe(200);
      expect(await requestReset(address.toUpperCase())).toMatchObject({
        status: 429,
        json: { code: 'rate-limited' },
      });
    }
  });

  test('sends a person five mails an hour, however many clients request one', async () => {
    const proxied = await createTestApp({ TRUST_PROXY: 'true' });
    const { email } = await proxied.as('subscriber');
    for (let n = 1; n <= 7; n += 1) {
      const { status } = await proxied.app.request('/api/auth/forgot-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ email }),
      });
      expect(status).toBe(200);
    }
    const { rows } = await proxied.db.execute(
      sql`select from jobs.job where name = 'password-reset'`,
    );
    expect(rows).toHaveLength(5);
    await proxied.close();
  });

  test('is limited to thirty requests an hour per IP address', async () => {
    const requestForAnyone = () => requestReset(`${randomUUID()}@example.test`);
    for (let i = 0; i < 30; i += 1) expect((await requestForAnyone()).status).toBe(200);
    expect((await requestForAnyone()).status).toBe(429);
  });

  test.each(['', 'nobody', 'a\r\nb@example.test', `${'x'.repeat(300)}@example.test`])(
    'needs an email address, unlike %j',
    async (email) => {
      expect(await requestReset(email)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'email' }] },
      });
    },
  );
});

describe('the mailed link', () => {
  const sessionOf = async (user: TestUser) =>
    (await app.call('GET', '/api/auth/session', { user })).json.session;

  test.each(['admin', 'staff', 'influencer', 'subscriber'] as const)(
    'sets a new password for %s, ends every session and notifies the user',
    async (role) => {
      const user = await app.as(role);
      await app.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, user.id));
      const token = await requestToken(user.email);
      expect(await reset(token)).toMatchObject({ status: 200, json: {} });
      expect(await sessionOf(user)).toBeNull();
      expect(await app.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
      expect((await signIn(user.email, PASSWORD)).status).toBe(401);
      expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
      const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
      expect(row!.mustChangePassword).toBe(false);
      await waitForMails(1, user.email, CHANGED);
    },
  );

  test('works once, even when used several times simultaneously', async () => {
    const { email } = await app.as('subscriber');
    const token = await requestToken(email);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => reset(token, `lantern-otter-quilt-${n}`)),
    );
    const done = answers.map(({ status }) => status);
    expect(done.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect((await signIn(email, `lantern-otter-quilt-${done.indexOf(200) + 1}`)).status).toBe(200);
    expect(await reset(token)).toMatchObject(refusal);
    await waitForMails(1, email, CHANGED);
  });

  test('is valid for one hour', async () => {
    const { id, email } = await app.as('subscriber');
    const token = await requestToken(email);
    const ofUser = eq(verifications.identifier, `password-reset:${id}`);
    const [{ expiresAt } = { expiresAt: new Date(0) }] = await app.db
      .select()
      .from(verifications)
      .where(ofUser);
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(60);
    await app.db
      .update(verifications)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(ofUser);
    expect(await reset(token)).toMatchObject(refusal);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('stays valid when a newer one was sent, and using one ends the others', async () => {
    const [user, other] = [await app.as('subscriber'), await app.as('subscriber')];
    const [first, second] = [await requestToken(user.email), await requestToken(user.email)];
    const foreign = await requestToken(other.email);
    expect(second).not.toBe(first);
    expect((await reset(first)).status).toBe(200);
    expect(await reset(second)).toMatchObject(refusal);
    expect((await reset(foreign)).status).toBe(200);
  });

  test('works once for a person, even when two links are used simultaneously', async () => {
    const { email } = await app.as('subscriber');
    const tokens = [await requestToken(email), await requestToken(email)];
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test('works for its own account only, and other one-time links do not work here', async () => {
    const [mine, theirs] = [await app.as('subscriber'), await app.as('admin')];
    await requestToken(theirs.email);
    expect((await reset(await requestToken(mine.email))).status).toBe(200);
    expect((await signIn(theirs.email, PASSWORD)).status).toBe(200);
    await app.db.insert(verifications).values({
      identifier: `first-admin:${theirs.id}`,
      value: createHash('sha256').update('guess').digest('hex'),
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect(await reset('guess')).toMatchObject(refusal);
  });

  test('still works after an invalid password', async () => {
    const { email } = await app.as('subscriber');
    const token = await requestToken(email);
    expect(await reset(token, 'short')).toMatchObject({
      status: 400,
      json: {
        errors: [{ path: 'newPassword', message: 'Password must be at least 8 characters long' }],
      },
    });
    expect((await reset(token, 'x'.repeat(129))).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test('sets a suspended user’s password without letting them sign in', async () => {
    const user = await app.as('influencer');
    await app.db
      .update(users)
      .set({ banned: true, banExpires: new Date(Date.now() + 3_600_000) })
      .where(eq(users.id, user.id));
    expect((await reset(await requestToken(user.email))).status).toBe(200);
    expect(await signIn(user.email, NEW_PASSWORD)).toMatchObject({
      status: 403,
      json: { code: 'suspended' },
    });
  });

  test('limits guesses', async () => {
    for (let i = 0; i < 30; i += 1) expect(await reset(`guess-${i}`)).toMatchObject(refusal);
    expect((await reset('guess')).status).toBe(429);
  });
});

describe('a link sent by the back office', () => {
  let staff: TestUser;
  beforeEach(async () => {
    staff = await app.as('staff');
  });
  const send = (id: string, by = staff) =>
    app.call('POST', `/api/users/${id}/password-reset`, { user: by });

  test('lets the user choose a password, and changes nothing before', async () => {
    const user = await app.as('influencer');
    expect((await send(user.id)).json).toEqual({});
    await waitForMails(1, user.email);
    expect((await app.call('GET', '/api/profile', { user })).status).toBe(200);
    expect((await signIn(user.email, PASSWORD)).status).toBe(200);
    expect((await reset(tokenFor(user.email))).status).toBe(200);
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('replaces an initial password that was lost', async () => {
    const email = 'lost-first@example.test';
    const body = { email, password: 'first-password', fullName: '', role: 'subscriber' };
    const { json } = await app.call('POST', '/api/users', { user: staff, body });
    expect((await send(json.id)).status).toBe(200);
    await waitForMails(1, email);
    await reset(tokenFor(email));
    const user = { id: json.id, email, cookie: await app.signIn(email, NEW_PASSWORD) };
    const { json: answer } = await app.call('GET', '/api/auth/session', { user });
    expect(answer.session.mustChangePassword).toBe(false);
  });

  test('is recorded in the audit trail each time', async () => {
    const user = await app.as('subscriber');
    for (let i = 0; i < 2; i += 1) await send(user.id);
    const entries = await app.db
      .select({ operation: auditEntries.operation, entityId: auditEntries.entityId })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, staff.id));
    const entry = { operation: `POST /api/users/${user.id}/password-reset`, entityId: user.id };
    expect(entries).toEqual([entry, entry]);
  });

  test('is never sent to users of a higher role or unknown users', async () => {
    const admin = await app.as('admin');
    expect(await send(admin.id)).toMatchObject({
      status: 403,
      json: { detail: 'Permission Denied: Only admins can reset the password of admin users.' },
    });
    expect((await send(randomUUID())).status).toBe(404);
    expect((await send(admin.id, admin)).status).toBe(200);
  });

  test('is limited to five an hour per user and thirty per sender', async () => {
    const user = await app.as('subscriber');
    for (let i = 0; i < 5; i += 1) expect((await send(user.id)).status).toBe(200);
    const other = await app.as('staff');
    expect(await send(user.id, other)).toMatchObject({
      status: 429,
      json: { code: 'rate-limited' },
    });
    for (let i = 0; i < 24; i += 1) {
      await app.limits.forgotPasswordAddress.consume(`user ${staff.id}`);
    }
    const next = await app.as('subscriber');
    expect((await send(next.id)).status).toBe(200);
    expect((await send(next.id)).status).toBe(429);
  });
});
