import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedUser } from '#src/features/backoffice/users/server/users.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { PASSWORD_RESET_QUEUE } from '#src/features/identity/auth/server/password-reset.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import {
  confirm,
  confirmToken,
  moveTo,
  queuedMails,
  requestChange,
  undo,
  undoToken,
} from './email-addresses.testing.ts';
import { confirmEmailUrl } from './email-links.ts';

let app: TestApp;
let fan: TestUser;
let email: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
  email = `new-${fan.email}`;
  await app.limits.emailLink.reset('local');
});
afterAll(() => app.close());

const emailOf = async ({ id }: TestUser) => (await storedUser(app, id))!.email;
const isSignedIn = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session !== null;
const signIn = (address: string) =>
  app.call('POST', '/api/auth/sign-in', { body: { email: address, password: PASSWORD } });
const signUp = (address: string) =>
  createUser(app.db, { email: address, password: PASSWORD, fullName: '', role: 'subscriber' });

describe('the link at the previous address', () => {
  test('restores it, ends every session and the password, and sends a link for a new one', async () => {
    await moveTo(app, fan, email);
    const token = await undoToken(app, fan.email);
    expect(await isSignedIn(fan)).toBe(true);
    expect((await undo(app, token)).json).toEqual({ email: fan.email, isUndone: true });
    expect(await emailOf(fan)).toBe(fan.email);
    expect(await isSignedIn(fan)).toBe(false);
    expect((await signIn(fan.email)).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
    const { rows } = await app.db.execute<{ data: unknown }>(
      sql`select data from jobs.job where name = ${PASSWORD_RESET_QUEUE.name}`,
    );
    expect(rows.at(-1)).toEqual({ data: { userId: fan.id } });
    expect((await queuedMails(app, email)).at(-1)!.subject).toBe(
      'The change of your email address was undone',
    );
  });

  test('changes nothing when it is only read, and works once', async () => {
    await moveTo(app, fan, email);
    const token = await undoToken(app, fan.email);
    const read = () => app.call('POST', '/api/email-undo', { body: { token } });
    expect((await read()).json).toEqual({ email: fan.email, isUndone: false });
    expect(await emailOf(fan)).toBe(email);
    const answers = await Promise.all([1, 2, 3].map(() => undo(app, token)));
    for (const answer of answers) expect(answer.json).toEqual({ email: fan.email, isUndone: true });
    expect(await queuedMails(app, email)).toHaveLength(3);
    expect((await read()).json).toEqual({ email: fan.email, isUndone: true });
  });

  test('works for seven days', async () => {
    await moveTo(app, fan, email);
    const token = await undoToken(app, fan.email);
    const ofFan = eq(emailConfirmations.userId, fan.id);
    const [row] = await app.db.select().from(emailConfirmations).where(ofFan);
    const days = (row!.undoableUntil!.getTime() - row!.confirmedAt!.getTime()) / 86_400_000;
    expect(days).toBe(7);
    await app.db
      .update(emailConfirmations)
      .set({ undoableUntil: new Date(Date.now() - 1) })
      .where(ofFan);
    expect((await undo(app, token)).status).toBe(404);
    expect(await emailOf(fan)).toBe(email);
  });

  test('wins over later changes, whose own links then end', async () => {
    await moveTo(app, fan, email);
    const owner = await undoToken(app, fan.email);
    const thief: TestUser = { ...fan, email };
    await moveTo(app, thief, `again-${email}`);
    const theirs = await undoToken(app, email);
    await requestChange(app, thief, `third-${email}`);
    const pending = await confirmToken(app, `third-${email}`);
    expect((await undo(app, owner)).json).toEqual({ email: fan.email, isUndone: true });
    await undo(app, theirs);
    expect((await confirm(app, pending)).status).toBe(404);
    expect(await emailOf(fan)).toBe(fan.email);
  });

  test('is neither a link to confirm an address nor the other way round', async () => {
    await requestChange(app, fan, email);
    expect((await undo(app, await confirmToken(app, email))).status).toBe(404);
    await confirm(app, await confirmToken(app, email));
    expect((await confirm(app, await undoToken(app, fan.email))).status).toBe(404);
  });

  test('is not sent to an address that was never confirmed, whose owner may be a stranger', async () => {
    await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, fan.id));
    await moveTo(app, fan, email);
    const [mail] = await queuedMails(app, fan.email);
    expect(mail).toMatchObject({ subject: 'Your email address was changed' });
    expect(mail).not.toHaveProperty('action');
  });
});

describe('an address that can be restored', () => {
  test('belongs to no other account until then', async () => {
    await moveTo(app, fan, email);
    await expect(signUp(fan.email)).rejects.toMatchObject({ code: 'email-taken' });
    const other = await app.as('subscriber');
    await requestChange(app, other, fan.email);
    expect((await queuedMails(app, fan.email)).at(-1)!.subject).toBe('You already have an account');
    const [request] = await app.db
      .select({ id: emailConfirmations.id })
      .from(emailConfirmations)
      .where(eq(emailConfirmations.userId, other.id));
    const token = confirmEmailUrl(app.config, request!.id).split('#')[1]!;
    expect((await confirm(app, token)).json.code).toBe('email-taken');
    await app.db
      .update(emailConfirmations)
      .set({ undoableUntil: new Date(Date.now() - 1) })
      .where(eq(emailConfirmations.userId, fan.id));
    expect(await signUp(fan.email)).toEqual(expect.any(String));
  });

  test('can be used by its owner again', async () => {
    await moveTo(app, fan, email);
    await moveTo(app, { ...fan, email }, fan.email);
    expect(await emailOf(fan)).toBe(fan.email);
  });

  test('is not lost to a sign-up at the moment of the change', async () => {
    await requestChange(app, fan, email);
    const token = await confirmToken(app, email);
    const results = await Promise.allSettled([confirm(app, token), signUp(fan.email)]);
    expect(results[1].status).toBe('rejected');
    expect((await undo(app, await undoToken(app, fan.email))).status).toBe(200);
  });
});
