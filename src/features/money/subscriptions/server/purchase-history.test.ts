import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { Purchase } from '../purchases.schema.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeSubscription,
  refunded,
  renewed,
} from './subscriptions.testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const list = (user: TestUser | undefined, query = '') =>
  app.call('GET', `/api/purchases${query}`, { user });
const receipt = (user: TestUser | undefined, id: string) =>
  app.call('GET', `/api/purchases/${id}`, { user });
const rowsOf = async (user: TestUser): Promise<Purchase[]> => (await list(user)).json.rows;

test('a fan sees the own payments and refunds, newest first, and no others', async () => {
  const [{ fan, event }] = [await makeSubscription(app), await makeSubscription(app)];
  await deliver(app, renewed(event));
  const later = new Date(event.periodEnd.getTime() + 60_000);
  await deliver(app, { ...refunded(event, 500), occurredAt: later });
  const rows = await rowsOf(fan);
  expect(rows.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['refund', -500],
    ['charge', 1999],
    ['charge', 1999],
  ]);
  const [refund, renewal, first] = rows;
  expect(first).toMatchObject({
    chargeId: first!.id,
    occurredAt: event.periodStart.toISOString(),
    periodStart: event.periodStart.toISOString(),
    periodEnd: event.periodEnd.toISOString(),
    influencerName: expect.stringContaining('influencer'),
    provider: 'sandbox',
  });
  expect(renewal).toMatchObject({ periodStart: event.periodEnd.toISOString() });
  expect(refund).toMatchObject({
    chargeId: first!.id,
    periodStart: event.periodStart.toISOString(),
    provider: 'sandbox',
  });
});

test('a disputed payment that was won is shown with both events', async () => {
  const { fan, event } = await makeSubscription(app);
  const after = (minutes: number) => new Date(event.periodStart.getTime() + minutes * 60_000);
  await deliver(app, { ...disputed(event), occurredAt: after(1) });
  await deliver(app, { ...disputeWon(event), occurredAt: after(2) });
  const rows = await rowsOf(fan);
  expect(rows.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['dispute_won', 1999],
    ['dispute', -1999],
    ['charge', 1999],
  ]);
  expect(new Set(rows.map(({ chargeId }) => chargeId)).size).toBe(1);
});

test('a receipt names the buyer and the refunds of the payment', async () => {
  const { fan, event } = await makeSubscription(app);
  await deliver(app, renewed(event));
  const [renewal, first] = await rowsOf(fan);
  await deliver(app, refunded(event, 500));
  await deliver(app, refunded(event, 250, 2));
  const { status, json } = await receipt(fan, first!.id);
  expect(status).toBe(200);
  expect(json).toMatchObject({ email: fan.email, charge: first });
  expect(json.changes.map(({ amountCents }: Purchase) => amountCents).toSorted()).toEqual([
    -250, -500,
  ]);
  expect((await receipt(fan, renewal!.id)).json.changes).toEqual([]);
});

test('only own payments have a receipt', async () => {
  const { fan, event } = await makeSubscription(app);
  await deliver(app, refunded(event, 500));
  const rows = await rowsOf(fan);
  const charge = rows.find(({ kind }) => kind === 'charge')!;
  const refund = rows.find(({ kind }) => kind === 'refund')!;
  expect((await receipt(fan, refund.id)).status).toBe(404);
  expect((await receipt(await app.as('subscriber'), charge.id)).status).toBe(404);
  for (const role of ['admin', 'staff', 'influencer'] as const) {
    expect((await receipt(await app.as(role), charge.id)).status).toBe(403);
  }
});

test('payments keep the name of a deleted influencer', async () => {
  const { fan, event, influencer } = await makeSubscription(app);
  await app.db
    .update(ledgerAccounts)
    .set({ payeeName: 'Odile Marchetti' })
    .where(eq(ledgerAccounts.influencerId, influencer.id));
  await app.db.delete(profiles).where(eq(profiles.id, influencer.id));
  await app.db.delete(users).where(eq(users.id, influencer.id));
  const [charge] = await rowsOf(fan);
  expect(charge).toMatchObject({
    influencerName: 'Odile Marchetti',
    periodEnd: event.periodEnd.toISOString(),
  });
  expect((await receipt(fan, charge!.id)).status).toBe(200);
});

test('the history pages without repetitions or gaps', async () => {
  const { fan, event } = await makeSubscription(app);
  for (let month = 1; month <= 60; month++) await deliver(app, renewed(event, month));
  const first = (await list(fan)).json;
  expect(first.rows).toHaveLength(50);
  const second = (await list(fan, `?after=${first.next}`)).json;
  expect(second.next).toBeNull();
  const all: Purchase[] = [...first.rows, ...second.rows];
  expect(new Set(all.map(({ id }) => id)).size).toBe(61);
  const times = all.map(({ occurredAt }) => occurredAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect((await list(fan, '?after=nonsense')).status).toBe(400);
});

test('a fan without purchases has an empty history', async () => {
  expect((await list(await app.as('subscriber'))).json).toMatchObject({ rows: [], next: null });
});
