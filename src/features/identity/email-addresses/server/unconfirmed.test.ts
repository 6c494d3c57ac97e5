import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { setUpFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import { issueOneTimeToken } from '#src/features/identity/auth/server/one-time-tokens.ts';
import {
  deliver,
  makeInfluencer,
  openCheckout,
  paid,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { confirm, confirmToken, queuedMails } from './email-addresses.testing.ts';

let app: TestApp;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
  await setConfirmed(null);
});
afterAll(() => app.close());

const setConfirmed = (emailConfirmedAt: Date | null) =>
  app.db.update(users).set({ emailConfirmedAt }).where(eq(users.id, fan.id));
const isConfirmed = async (user = fan) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session.user.isEmailConfirmed;
const resend = () => app.call('POST', '/api/account/email/confirmation', { user: fan });
const order = async (at = app) => {
  const { publicUrl } = await makeInfluencer(at);
  return at.call('POST', '/api/checkouts', { user: fan, body: { publicUrl } });
};

describe('a fan with an unconfirmed address', () => {
  test('cannot subscribe until it is confirmed, where the installation requires it', async () => {
    expect(await order()).toMatchObject({ status: 403, json: { code: 'email-unconfirmed' } });
    expect((await resend()).status).toBe(200);
    expect((await confirm(app, await confirmToken(app, fan.email))).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await order()).status).toBe(200);
  });

  test('cannot pay with a saved card either', async () => {
    const { publicUrl } = await makeInfluencer(app);
    const body = { publicUrl, cardId: 'pm_card', priceCents: 1_000 };
    const pay = () => app.call('POST', '/api/checkouts/saved-card', { user: fan, body });
    expect(await pay()).toMatchObject({ status: 403, json: { code: 'email-unconfirmed' } });
    await setConfirmed(new Date());
    expect((await pay()).json).toMatchObject({ code: 'conflict' });
  });

  test('can subscribe elsewhere, but gets no receipts before the confirmation', async () => {
    const lenient = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false' });
    const user = await lenient.as('subscriber');
    const set = (emailConfirmedAt: Date | null) =>
      lenient.db.update(users).set({ emailConfirmedAt }).where(eq(users.id, user.id));
    await set(null);
    const { id } = await makeInfluencer(lenient);
    const event = paid(await openCheckout(lenient, user, id));
    await deliver(lenient, event);
    expect(await queuedMails(lenient, user.email)).toEqual([]);
    await set(new Date());
    await deliver(lenient, renewed(event));
    expect(await queuedMails(lenient, user.email)).toHaveLength(1);
    await lenient.close();
  });

  test('can have the link sent five times an hour', async () => {
    for (let i = 0; i < 5; i += 1) expect((await resend()).status).toBe(200);
    expect((await resend()).json.code).toBe('rate-limited');
    expect(await queuedMails(app, fan.email)).toHaveLength(5);
  });

  test('confirms it by using a reset link that was mailed to it', async () => {
    const token = await issueOneTimeToken(
      app.db,
      { purpose: 'password-reset', subject: fan.id },
      1,
    );
    const body = { token, newPassword: 'a-new-password' };
    expect((await app.call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    const cookie = await app.signIn(fan.email, body.newPassword);
    expect(await isConfirmed({ ...fan, cookie })).toBe(true);
  });
});

test('an account that staff create is unconfirmed, also after its first sign-in', async () => {
  const staff = await app.as('staff');
  const body = { email: 'made@example.test', password: PASSWORD, fullName: '', role: 'subscriber' };
  const { json } = await app.call('POST', '/api/users', { user: staff, body });
  const cookie = await app.signIn(body.email);
  expect(await isConfirmed({ id: json.id, email: body.email, cookie })).toBe(false);
});

test('the first admin counts as confirmed', async () => {
  const installation = await createTestApp();
  const token = await issueOneTimeToken(installation.db, { purpose: 'first-admin' }, 1);
  const email = 'owner@example.test';
  await setUpFirstAdmin(installation.db, { token, fullName: 'Ada', email, password: PASSWORD });
  const [admin] = await installation.db.select().from(users);
  expect(admin!.emailConfirmedAt).toBeInstanceOf(Date);
  await installation.close();
});
