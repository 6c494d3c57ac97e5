import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {
  PaymentEventRow,
  StoredEvent,
} from '#src/features/money/payments/payment-events.schema.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import {
  handlePaymentEvent,
  replayDuePaymentEvents,
  replayPaymentEvents,
  storePaymentEvent,
} from '#src/features/money/payments/server/payment-events.ts';
import {
  storedSubscription,
  addSubscription,
  whileLedgerFails,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { DAY_MS } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  deliver,
  makeInfluencer,
  openCheckout,
  paid,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { paymentHandling } from './payment-webhooks.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
afterEach(() => app.db.delete(paymentEvents));

const list = async (query: object = {}): Promise<PaymentEventRow[]> => {
  const address = `/api/payment-events?${new URLSearchParams(query as Record<string, string>)}`;
  return (await app.call('GET', address, { user: admin })).json.rows;
};
const counts = async () =>
  (await app.call('GET', '/api/payment-events/counts', { user: admin })).json;
const open = async (id: string): Promise<StoredEvent> =>
  (await app.call('GET', `/api/payment-events/${id}`, { user: admin })).json;
const replay = (id: string) =>
  app.call('POST', `/api/payment-events/${id}/replay`, { user: admin });
const replayAll = async () =>
  (await app.call('POST', '/api/payment-events/replay', { user: admin })).json;

/** A renewal of an unknown subscription, and the payment that makes it known. */
async function early() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const first = paid(await openCheckout(app, fan, influencer.id));
  return { fan, first, renewal: renewed(first) };
}

test('an event shows its time, its references and that it is handled', async () => {
  const { id, paymentId } = await addSubscription(app, await app.as('influencer'));
  const { providerSubscriptionId } = await storedSubscription(app, id);
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      state: 'handled',
      provider: 'sandbox',
      type: 'renewal.paid',
      providerEventId: paymentId,
      subscriptionReference: providerSubscriptionId,
      paymentReference: paymentId,
      receivedAt: expect.any(String),
      handledAt: expect.any(String),
      attempts: 1,
      lastError: null,
      failedAt: null,
    },
  ]);
});

test('events are found by reference and by state', async () => {
  const known = await addSubscription(app, await app.as('influencer'));
  const { renewal } = await early();
  await deliver(app, renewal);
  expect(await list({ search: known.paymentId })).toMatchObject([
    { providerEventId: known.paymentId },
  ]);
  const [waiting] = await list({ search: renewal.providerSubscriptionId });
  expect(waiting).toMatchObject({ state: 'waiting', lastError: null });
  expect(await list({ state: 'waiting' })).toEqual([waiting]);
  expect(await list({ state: 'failed' })).toEqual([]);
  expect(await list({ state: 'handled' })).toHaveLength(1);
  expect(await counts()).toEqual({ all: 2, waiting: 1, failed: 0, handled: 1 });
});

test('an event waits until its subject is known', async () => {
  const { fan, first, renewal } = await early();
  await deliver(app, renewal);
  const [{ id, attempts } = { id: '', attempts: 0 }] = await list();
  expect((await replay(id)).json).toMatchObject({ state: 'waiting', lastError: null });
  const again = await open(id);
  expect(again.isReplayable).toBe(true);
  expect(again.attempts).toBe(attempts + 1);
  // Stored by another process, which ended before it was handled.
  await deliver(app, first);
  await app.db.update(paymentEvents).set({ handledAt: null }).where(eq(paymentEvents.id, id));
  expect((await replay(id)).json).toMatchObject({ state: 'handled', lastError: null });
  expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: renewal.periodEnd });
  expect(await open(id)).toMatchObject({ state: 'handled', isReplayable: false });
});

test('an event shows the fan of its subscription, once that is known', async () => {
  const { fan, first, renewal } = await early();
  await deliver(app, renewal);
  const [{ id } = { id: '' }] = await list();
  expect((await open(id)).fan).toBeNull();
  await deliver(app, first);
  expect((await open(id)).fan).toMatchObject({ id: fan.id, email: fan.email });
});

test('a failed event shows the reason, and is handled once the cause is gone', async () => {
  const { fan, first } = await early();
  const response = await whileLedgerFails(app, () => deliver(app, first));
  expect(response.status).toBe(500);
  const [failed] = await list({ state: 'failed', search: first.paymentId });
  const message = 'new row for relation "ledger_transactions" violates check constraint "closed"';
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, lastError: message });
  const again = await whileLedgerFails(app, () => replay(failed!.id));
  expect(again).toMatchObject({ status: 200, json: { state: 'failed', lastError: message } });
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect((await replay(failed!.id)).json).toEqual({
    state: 'handled',
    lastError: null,
    isRetriedElsewhere: false,
  });
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
  const once = await subscriptionOf(app, fan);
  expect((await replay(failed!.id)).json).toMatchObject({
    state: 'handled',
    isRetriedElsewhere: true,
  });
  expect(await subscriptionOf(app, fan)).toEqual(once);
});

test('all waiting events are handled together, and the results are reported', async () => {
  const [one, other, lost] = [await early(), await early(), await early()];
  await whileLedgerFails(app, async () => {
    await deliver(app, one.first);
    await deliver(app, other.first);
  });
  await deliver(app, one.renewal);
  await deliver(app, lost.renewal);
  expect(await counts()).toEqual({ all: 4, waiting: 2, failed: 2, handled: 0 });
  expect(await replayAll()).toEqual({ handled: 3, waiting: 1, failed: 0, retriedElsewhere: 0 });
  expect(await subscriptionOf(app, one.fan)).toMatchObject({
    currentPeriodEnd: one.renewal.periodEnd,
  });
  expect(await whileLedgerFails(app, replayAll)).toEqual({
    handled: 0,
    waiting: 1,
    failed: 0,
    retriedElsewhere: 0,
  });
});

test('an event that two people retry is tried once, and the second is informed', async () => {
  const { renewal } = await early();
  await deliver(app, renewal);
  const [{ id, attempts } = { id: '', attempts: 0 }] = await list();
  const handling = paymentHandling(app.services);
  const none = { handled: 0, waiting: 0, failed: 0, retriedElsewhere: 0 };
  const seen = [{ id, attempts }];
  expect(await replayPaymentEvents(handling, seen)).toEqual({ ...none, waiting: 1 });
  expect(await replayPaymentEvents(handling, seen)).toEqual({ ...none, retriedElsewhere: 1 });
  expect((await open(id)).attempts).toBe(attempts + 1);
});

test('two people who retry all events at the same time count each handled event once', async () => {
  const all = await Promise.all([early(), early(), early()]);
  await whileLedgerFails(app, async () => {
    for (const { first } of all) await deliver(app, first);
  });
  for (const { renewal } of all) await deliver(app, renewal);
  const outcomes = await Promise.all([replayAll(), replayAll()]);
  expect(outcomes[0].handled + outcomes[1].handled).toBe(6);
  for (const { fan, renewal } of all) {
    expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: renewal.periodEnd });
  }
});

test('an event that waits for three days has failed, can still be retried, and is handled in the end', async () => {
  const { fan, first, renewal } = await early();
  await deliver(app, renewal);
  const [{ id } = { id: '' }] = await list();
  const receivedAt = new Date(Date.now() - 3.1 * DAY_MS);
  const old = { receivedAt, nextAttemptAt: receivedAt };
  await app.db.update(paymentEvents).set(old).where(eq(paymentEvents.id, id));
  await replayDuePaymentEvents(paymentHandling(app.services));
  expect(await list({ state: 'failed' })).toMatchObject([
    { id, lastError: null, failedAt: expect.any(String), attempts: 2 },
  ]);
  // The job does not retry it any more; a manual retry does, and counts once.
  await replayDuePaymentEvents(paymentHandling(app.services), new Date(Date.now() + 30 * DAY_MS));
  expect(await open(id)).toMatchObject({ attempts: 2, isReplayable: true });
  expect((await replay(id)).json.state).toBe('failed');
  expect(await open(id)).toMatchObject({ attempts: 3 });
  await deliver(app, first);
  expect(await open(id)).toMatchObject({ state: 'handled', failedAt: null });
  expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: renewal.periodEnd });
});

test('an event whose handling lost the database is handled by the next job, as if it were new', async () => {
  const { fan, first } = await early();
  const content = JSON.stringify(first);
  const webhook = { id: first.id, type: first.type, content };
  const id = await storePaymentEvent(app.db, 'sandbox', webhook);
  const handling = paymentHandling(app.services);
  const loseDatabase = async (tx: Db) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return true;
  };
  await expect(handlePaymentEvent({ ...handling, apply: loseDatabase }, id)).rejects.toThrow();
  expect(await open(id)).toMatchObject({ attempts: 0, lastError: null });
  await replayDuePaymentEvents(handling);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('events that cannot be handled do not block others', async () => {
  const limit = 20;
  const hopeless = Array.from({ length: limit }, (_, n) => {
    const event = { ...renewed(paid(randomUUID())), id: `hopeless-${n}` };
    return { event, receivedAt: new Date(Date.now() - DAY_MS + n) };
  });
  await app.db.insert(paymentEvents).values(
    hopeless.map(({ event, receivedAt }) => ({
      provider: 'sandbox',
      providerEventId: event.id,
      type: event.type,
      content: JSON.stringify(event),
      receivedAt,
      nextAttemptAt: receivedAt,
    })),
  );
  const { fan, first } = await early();
  await whileLedgerFails(app, () => deliver(app, first));
  const handling = paymentHandling(app.services);
  const inAnHour = new Date(Date.now() + 3_600_000);
  await replayDuePaymentEvents(handling, new Date(), limit);
  await replayDuePaymentEvents(handling, inAnHour, limit);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('only admins see the unchanged content of an event', async () => {
  const { renewal } = await early();
  await deliver(app, renewal);
  const [{ id } = { id: '' }] = await list();
  expect((await open(id)).content).toBe(JSON.stringify(renewal));
  expect(JSON.stringify(await list())).not.toContain('amountCents');
  const user = await app.as('staff');
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${id}`],
    ['POST', `/${id}/replay`],
    ['POST', '/replay'],
  ] as const) {
    const { status } = await app.call(method, `/api/payment-events${path}`, { user });
    expect(status, path).toBe(403);
  }
});

test('an event of another provider is stored and shown, and not handled by this one', async () => {
  const values = {
    provider: 'verotel',
    providerEventId: 'v1',
    type: 'rebill',
    content: 'event=rebill',
  };
  const [made] = await app.db.insert(paymentEvents).values(values).returning();
  expect(await open(made!.id)).toMatchObject({ content: 'event=rebill', isReplayable: false });
  const { status, json } = await replay(made!.id);
  expect([status, json.detail]).toEqual([409, 'It came from verotel, which isn’t connected']);
  expect(await replayAll()).toMatchObject({ handled: 0, waiting: 0, failed: 0 });
});

test('an unknown event is not found', async () => {
  expect((await replay(randomUUID())).status).toBe(404);
  const { status } = await app.call('GET', `/api/payment-events/${randomUUID()}`, {
    user: admin,
  });
  expect(status).toBe(404);
});

test('120 events page by cursor, each once', async () => {
  const values = Array.from({ length: 120 }, (_, n) => ({
    provider: 'sandbox',
    providerEventId: `e${n}`,
    type: 'renewal.paid',
    content: '',
    receivedAt: new Date(Date.now() - Math.floor(n / 2) * 1000),
  }));
  await app.db.insert(paymentEvents).values(values);
  const seen: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const address: string = `/api/payment-events${after && `?after=${after}`}`;
    const { json } = await app.call('GET', address, { user: admin });
    seen.push(...json.rows.map((row: PaymentEventRow) => row.id));
    after = json.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
});

test('5,000 hopeless events do not delay a new one, of whichever provider', async () => {
  const fresh = paid(
    await openCheckout(app, await app.as('subscriber'), (await makeInfluencer(app)).id),
  );
  const content = JSON.stringify({ ...renewed(fresh), providerSubscriptionId: 'nobody knows it' });
  await app.db.execute(sql`
    insert into payment_events (provider, provider_event_id, type, content, attempts, next_attempt_at)
    select 'sandbox', 'hopeless ' || number, 'renewal.paid', ${content}, 1, now() - interval '1 hour'
    from generate_series(1, 5000) number`);
  const id = await storePaymentEvent(app.db, 'sandbox', {
    id: fresh.id,
    type: fresh.type,
    content: JSON.stringify(fresh),
  });
  // Later than the column's rounding to milliseconds.
  await replayDuePaymentEvents(paymentHandling(app.services), new Date(Date.now() + 1000), 1);
  const [stored] = await app.db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  expect(stored!.handledAt).not.toBeNull();
  await app.db.delete(paymentEvents).where(sql`provider_event_id like 'hopeless %'`);
});
