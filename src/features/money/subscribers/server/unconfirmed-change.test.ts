import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { addSubscription } from './back-office-subscriptions.testing.ts';

let app: TestApp;
let influencer: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer');
  staff = await app.as('staff');
});
afterAll(() => app.close());

const listed = async (user: TestUser) => {
  const address = '/api/subscribers?status=unconfirmed';
  const { rows } = (await app.call('GET', address, { user })).json;
  return rows.map(({ id }: { id: string }) => id);
};
const waiting = async (user: TestUser) => {
  const { items } = (await app.call('GET', '/api/work-queue', { user })).json;
  return items.find(({ kind }: { kind: string }) => kind === 'provider_change')?.count ?? 0;
};
const retry = (id: string, user = staff) =>
  app.call('POST', `/api/subscriptions/${id}/provider-change`, { user });

test('a change that the provider has not taken for hours is work for the staff, until it has', async () => {
  const { id, fan } = await addSubscription(app, influencer);
  await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
  expect([await listed(staff), await waiting(staff)]).toEqual([[], 0]);
  await app.db
    .update(providerChanges)
    .set({ requestedAt: sql`now() - interval '7 hours'` })
    .where(eq(providerChanges.subscriptionId, id));
  expect([await listed(staff), await waiting(staff)]).toEqual([[id], 1]);
  const limited = await createLimitedStaff(app, await app.as('influencer'));
  expect([await listed(limited), await waiting(limited)]).toEqual([[], 0]);
  expect((await retry(id, limited)).status).toBe(404);

  const sandbox = getProvider(app.payments, 'sandbox');
  const { cancelAtPeriodEnd } = sandbox;
  sandbox.cancelAtPeriodEnd = () => Promise.reject(new DomainError('provider-unavailable'));
  expect((await retry(id)).status).toBe(502);
  const open = (await app.call('GET', `/api/subscribers/${id}`, { user: staff })).json;
  expect(open.unconfirmedSince).toMatch(/^\d{4}-/);

  sandbox.cancelAtPeriodEnd = cancelAtPeriodEnd;
  expect((await retry(id)).status).toBe(200);
  expect([await listed(staff), await waiting(staff)]).toEqual([[], 0]);
  const settled = (await app.call('GET', `/api/subscribers/${id}`, { user: staff })).json;
  expect(settled.unconfirmedSince).toBeNull();
});
