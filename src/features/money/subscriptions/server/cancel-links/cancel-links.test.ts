import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { mailsFor } from '../fan-billing.testing.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { makeSubscription, subscriptionOf } from '../subscriptions.testing.ts';
import { cancelToken, cancelUrl } from './cancel-links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.limits.cancelLink.reset('local'));
afterAll(() => app.close());

const open = (token: string) => app.call('POST', '/api/cancel-link', { body: { token } });
const stop = (token: string) => app.call('POST', '/api/cancel-link/stop', { body: { token } });
const tokenFor = (id: string) => cancelToken(app.config.secrets, id);

test('the link shows its subscription, without signing in, and changes nothing', async () => {
  const { fan, subscription } = await makeSubscription(app);
  const { status, json } = await open(tokenFor(subscription.id));
  expect([status, json]).toEqual([
    200,
    {
      influencerName: expect.stringContaining('influencer'),
      priceCents: 1999,
      state: 'renews',
      endsAtOnce: false,
      until: subscription.currentPeriodEnd.toISOString(),
    },
  ]);
  expect(await subscriptionOf(app, fan)).toEqual(subscription);
});

test('the link stops the renewals and leaves the paid period; a second time changes nothing', async () => {
  const { fan, subscription } = await makeSubscription(app);
  const token = tokenFor(subscription.id);
  expect(await stop(token)).toMatchObject({ status: 200, json: { state: 'stopped' } });
  const once = await subscriptionOf(app, fan);
  expect(once).toMatchObject({ status: 'active', cancelAt: subscription.currentPeriodEnd });
  const mails = await mailsFor(app, fan);
  expect(mails.at(-1)).toMatchObject({ subject: 'Your subscription will not renew' });
  expect(await stop(token)).toMatchObject({ status: 200, json: { state: 'stopped' } });
  expect(await subscriptionOf(app, fan)).toEqual(once);
  expect(await mailsFor(app, fan)).toEqual(mails);
  expect((await open(token)).json).toMatchObject({ state: 'stopped' });
});

test('with a payment issue the link ends the subscription at once, and announces it first', async () => {
  const { fan, subscription } = await makeSubscription(app);
  await app.db
    .update(userSubscriptions)
    .set({ status: 'past_due', pastDueSince: new Date() })
    .where(eq(userSubscriptions.id, subscription.id));
  const token = tokenFor(subscription.id);
  expect((await open(token)).json).toMatchObject({ state: 'renews', endsAtOnce: true });
  expect((await stop(token)).json).toMatchObject({ state: 'ended' });
  expect((await stop(token)).json).toMatchObject({ state: 'ended' });
  expect(await subscriptionOf(app, fan)).toMatchObject({ endReason: 'fan' });
});

test('the link of an ended subscription says so, and does nothing', async () => {
  const { fan, subscription } = await makeSubscription(app);
  const endedAt = new Date(Date.now() - 60_000);
  await app.db
    .update(userSubscriptions)
    .set({ status: 'cancelled', endedAt, endReason: 'staff' })
    .where(eq(userSubscriptions.id, subscription.id));
  const before = await subscriptionOf(app, fan);
  const token = tokenFor(subscription.id);
  expect((await open(token)).json).toMatchObject({
    state: 'ended',
    until: endedAt.toISOString(),
  });
  expect(await stop(token)).toMatchObject({
    status: 409,
    json: { code: 'not-allowed-in-state' },
  });
  expect(await subscriptionOf(app, fan)).toEqual(before);
});

test('a subscription counts as ended once its cancelled period is over, before the job marks it', async () => {
  const { subscription } = await makeSubscription(app);
  await app.db
    .update(userSubscriptions)
    .set({ cancelAt: new Date(Date.now() - 1000) })
    .where(eq(userSubscriptions.id, subscription.id));
  expect((await open(tokenFor(subscription.id))).json).toMatchObject({ state: 'ended' });
});

test('a forged, foreign or broken link is not found', async () => {
  const [{ fan, subscription }, other] = [await makeSubscription(app), await makeSubscription(app)];
  const [, signature] = tokenFor(subscription.id).split('.');
  const forged = [
    subscription.id,
    `${subscription.id}.`,
    `${other.subscription.id}.${signature}`,
    cancelToken(['x'.repeat(64)], subscription.id),
    tokenFor(subscription.id).slice(0, -1),
    tokenFor(randomUUID()),
    'nonsense',
    '',
  ];
  for (const token of forged) {
    expect((await open(token)).status, token).toBe(404);
    expect((await stop(token)).status, token).toBe(404);
  }
  expect(await subscriptionOf(app, fan)).toEqual(subscription);
});

test('the link of a deleted subscription is not found', async () => {
  const { subscription } = await makeSubscription(app);
  await app.db.delete(userSubscriptions).where(eq(userSubscriptions.id, subscription.id));
  expect((await open(tokenFor(subscription.id))).status).toBe(404);
  expect((await stop(tokenFor(subscription.id))).status).toBe(404);
});

test('the secret of a link is in its fragment, which is sent to no server', () => {
  const id = randomUUID();
  const url = new URL(
    cancelUrl({ publicUrl: 'https://club.example', secrets: ['x'.repeat(64)] }, id),
  );
  expect([url.pathname, url.search]).toEqual(['/cancel', '']);
  expect(url.hash).toMatch(new RegExp(`^#${id}\\.[\\w-]{43}$`));
});

test('GET stops nothing, and attempts are limited by address', async () => {
  const { fan, subscription } = await makeSubscription(app);
  const token = tokenFor(subscription.id);
  for (const address of ['/api/cancel-link', '/api/cancel-link/stop']) {
    expect((await app.call('GET', `${address}?token=${token}`)).status).toBe(404);
  }
  const answers = await Promise.all(Array.from({ length: 61 }, () => open('nonsense')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await stop(token)).status).toBe(429);
  expect(await subscriptionOf(app, fan)).toEqual(subscription);
});
