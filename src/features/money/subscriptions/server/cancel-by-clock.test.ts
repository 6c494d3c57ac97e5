import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { goToNextPayment } from '#src/features/money/sandbox-billing/server/sandbox-clock.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { cancelToken } from './cancel-links/cancel-links.ts';
import { billAt, buy, chargedPeriods, DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { subscriptionOf } from './subscriptions.testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

type Bought = Awaited<ReturnType<typeof buy>>;
const post = ({ fan, id }: Bought, what: string) =>
  app.call('POST', `/api/subscriptions/${id}/${what}`, { user: fan });
const rowOf = async ({ fan }: Bought) => (await subscriptionOf(app, fan))!;

/**
 * Bought with a test clock that has not moved since: by the real time more than a period is over.
 */
const buyAgo = (days: number) => buy(app, { start: daysAgo(days), clockAt: daysAgo(days) });

test('a cancellation leaves the paid period of the test clock', async () => {
  const bought = await buyAgo(75);
  const { periodStart, periodEnd } = bought.event;
  const paid = periodEnd.getTime() - periodStart.getTime();
  const [{ leftUntil }] = (await app.call('GET', '/api/subscriptions', { user: bought.fan })).json
    .subscriptions;
  const body = { token: cancelToken(app.config.secrets, bought.id) };
  const link = (await app.call('POST', '/api/cancel-link', { body })).json;
  expect(link).toMatchObject({ state: 'renews', endsAtOnce: false });
  expect((await post(bought, 'cancel')).status).toBe(200);
  const { status, cancelAt } = await rowOf(bought);
  expect(status).toBe('active');
  for (const at of [cancelAt!.getTime(), Date.parse(leftUntil), Date.parse(link.until)]) {
    expect(Math.abs(at - Date.now() - paid)).toBeLessThan(60_000);
  }
  await billAt(app, new Date());
  expect(await rowOf(bought)).toMatchObject({ status: 'active', cancelAt });
});

test('it ends at the end of its period by that clock, and charges nothing more', async () => {
  const bought = await buyAgo(75);
  const { periodStart, periodEnd } = bought.event;
  await post(bought, 'cancel');
  const address = `/sandbox/subscriptions/${bought.providerSubscriptionId}`;
  const { json: page } = await app.call('GET', address, { user: bought.fan });
  expect(page).toContain('Go to the End');
  const go = () => goToNextPayment(app.services, bought.id, periodEnd, new Date());
  expect(await go()).toBe('ended');
  expect(await rowOf(bought)).toMatchObject({
    status: 'cancelled',
    endedAt: periodEnd,
    endReason: 'fan',
  });
  expect(await go()).toBe('nothing');
  expect(await chargedPeriods(app, bought.id)).toEqual([periodStart]);
  const mails = await mailsFor(app, bought.fan);
  expect(mails.at(-1)).toMatchObject({ subject: 'Your subscription has ended' });
});

test('after an undone cancellation it is charged by its clock as before', async () => {
  const bought = await buyAgo(75);
  const { periodStart, periodEnd } = bought.event;
  await post(bought, 'cancel');
  expect((await post(bought, 'resume')).status).toBe(200);
  expect(await goToNextPayment(app.services, bought.id, periodEnd, new Date())).toBe('paid');
  expect(await chargedPeriods(app, bought.id)).toEqual([periodStart, periodEnd]);
});

test('at the end of its period by that clock it ends at once', async () => {
  const bought = await buyAgo(75);
  const clockAt = bought.event.periodEnd;
  await saveSandboxSubscription(app.db, bought.providerSubscriptionId, { clockAt });
  await post(bought, 'cancel');
  expect(await rowOf(bought)).toMatchObject({ status: 'cancelled', endReason: 'fan' });
});

test('a clock that lags by less than a period does not change the day', async () => {
  const bought = await buyAgo(10);
  await post(bought, 'cancel');
  expect(await rowOf(bought)).toMatchObject({ cancelAt: bought.event.periodEnd });
});
