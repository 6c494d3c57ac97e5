import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users, verifications } from '#src/features/identity/accounts/server/accounts.table.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';
import { withdrawPasswordLinks } from '../password-reset.ts';

const PASSWORD = 'a-password-of-my-own';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let app: TestApp;
let worker: { stop(): Promise<void> };
let admin: TestUser;
let count = 0;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({
    PUBLIC_URL: 'https://app.test',
    SMTP_URL: `smtp://desk:pa55word@${smtp.address}`,
  });
  worker = await startWorker(app.services);
  admin = await app.as('admin');
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  await smtp.stop();
});

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const tokensFor = (email: string) =>
  mailsTo(email).flatMap(
    ({ text }) => /https:\/\/app\.test\/invitation#([\w-]{43})(?=\n)/.exec(text)?.[1] ?? [],
  );
const choose = (token: string | undefined, newPassword = PASSWORD) =>
  app.call('POST', '/api/auth/reset-password', { body: { token, newPassword } });
const signIn = (email: string, password = PASSWORD) =>
  app.call('POST', '/api/auth/sign-in', { body: { email, password } });
const inviteAgain = (id: string) =>
  app.call('POST', `/api/users/${id}/invitation`, { user: admin });
const invitedAtOf = async (id: string) =>
  (await app.call('GET', `/api/users/${id}`, { user: admin })).json.invitedAt as string | null;

const newUser = (email: string) => ({ email, password: null, fullName: 'Bastian', role: 'staff' });

/** Invites a colleague and waits for the mail. */
async function invite(at = app, maker = admin) {
  const email = `invited-${++count}@example.test`;
  const { status, json } = await at.call('POST', '/api/users', {
    user: maker,
    body: newUser(email),
  });
  expect(status, JSON.stringify(json)).toBe(200);
  await expect.poll(() => tokensFor(email).length).toBe(1);
  return { id: json.id as string, email, token: tokensFor(email)[0]! };
}

const UNUSABLE = { status: 404, json: { code: 'not-found' } };

test('an invited user chooses a password with the link, once, and is no longer invited', async () => {
  const { id, email, token } = await invite();
  expect(await invitedAtOf(id)).toEqual(expect.any(String));
  const list = await app.call('GET', '/api/users?status=invited', { user: admin });
  expect(list.json.rows).toMatchObject([{ id, status: 'active' }]);

  expect(await choose(token, 'password-1')).toMatchObject({ status: 400 });
  expect(await choose(token)).toMatchObject({ status: 200 });
  expect(await signIn(email)).toMatchObject({ status: 200 });
  expect(await invitedAtOf(id)).toBeNull();
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  expect(user).toMatchObject({ mustChangePassword: false, emailConfirmedAt: expect.any(Date) });

  expect(await choose(token, 'another-password-1')).toMatchObject(UNUSABLE);
  expect(await inviteAgain(id)).toMatchObject({
    status: 409,
    json: { detail: 'This user has already chosen a password.' },
  });
  expect(mailsTo(email)).toHaveLength(1);
});

test('an influencer is invited in the same way', async () => {
  const email = `invited-${++count}@example.test`;
  const about = { fullName: 'Nova', phone: '+1 555 0100', whyJoin: 'To be heard.' };
  const body = { email, password: null, publicUrl: 'invited', ...about };
  const { json } = await app.call('POST', '/api/influencers', { user: admin, body });
  await expect.poll(() => tokensFor(email).length).toBe(1);
  const row = await app.call('GET', `/api/influencers/${json.id}`, { user: admin });
  expect(row.json).toMatchObject({ invitedAt: expect.any(String) });
  await choose(tokensFor(email)[0]);
  expect(await signIn(email)).toMatchObject({ status: 200 });
});

test('a handed-over password that was lost is replaced by an invitation', async () => {
  const email = `invited-${++count}@example.test`;
  const body = { ...newUser(email), password: 'handed-over-in-person' };
  const { json } = await app.call('POST', '/api/users', { user: admin, body });
  expect(await inviteAgain(json.id)).toMatchObject({ status: 200 });
  await expect.poll(() => tokensFor(email).length).toBe(1);
  expect(await choose(tokensFor(email)[0])).toMatchObject({ status: 200 });
  expect(await signIn(email)).toMatchObject({ status: 200 });
});

test('a new invitation ends the link of the earlier one at once', async () => {
  const { id, email, token } = await invite();
  expect(await inviteAgain(id)).toMatchObject({ status: 200 });
  expect(await choose(token)).toMatchObject(UNUSABLE);
  await expect.poll(() => tokensFor(email).length).toBe(2);
  expect(await choose(tokensFor(email)[1])).toMatchObject({ status: 200 });
});

test('a link expires after seven days', async () => {
  const { id, token } = await invite();
  const ofUser = like(verifications.identifier, `%${id}`);
  const [stored] = await app.db.select().from(verifications).where(ofUser);
  const days = (stored!.expiresAt.getTime() - stored!.createdAt.getTime()) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  await app.db
    .update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(ofUser);
  expect(await choose(token)).toMatchObject(UNUSABLE);
});

test('a password that was chosen in another way, or a changed email, ends the link', async () => {
  const first = await invite();
  await app.call('POST', '/api/auth/forgot-password', { body: { email: first.email } });
  await expect.poll(() => mailsTo(first.email).length).toBe(2);
  const reset = /reset-password#([\w-]{43})/.exec(mailsTo(first.email)[1]!.text)![1];
  expect(await choose(reset)).toMatchObject({ status: 200 });
  expect(await invitedAtOf(first.id)).toBeNull();
  expect(await choose(first.token, 'another-password-1')).toMatchObject(UNUSABLE);

  const second = await invite();
  await withdrawPasswordLinks(app.db, second.id);
  expect(await choose(second.token)).toMatchObject(UNUSABLE);
});

test('without a mail server, an invitation is a link that is shown once, and confirms no address', async () => {
  const silent = await createTestApp();
  const user = await silent.as('admin');
  const email = 'by-hand@example.test';
  const created = await silent.call('POST', '/api/users', { user, body: newUser(email) });
  const tokenOf = ({ json }: { json: { invitationLink: string } }) =>
    json.invitationLink.split('/invitation#')[1]!;
  const again = await silent.call('POST', `/api/users/${created.json.id}/invitation`, { user });
  const open = (token: string) =>
    silent.call('POST', '/api/auth/reset-password', { body: { token, newPassword: PASSWORD } });
  expect(await open(tokenOf(created))).toMatchObject(UNUSABLE);
  expect(await open(tokenOf(again))).toMatchObject({ status: 200 });
  expect(await open(tokenOf(again))).toMatchObject(UNUSABLE);
  const [stored] = await silent.db.select().from(users).where(eq(users.email, email));
  expect(stored).toMatchObject({ invitedAt: null, emailConfirmedAt: null });
  const { json } = await silent.call('GET', '/api/users/invitations', { user });
  expect(json).toEqual({ isAvailable: false });
  await silent.close();
});
