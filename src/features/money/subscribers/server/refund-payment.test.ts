import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { mailsFor } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  applyProviderChange,
  findProviderChange,
} from '#src/features/money/subscriptions/server/provider-changes.ts';
import { deliver } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { SubscriptionPayment } from '../back-office-subscriptions.schema.ts';
import {
  listMailSubjects,
  storedSubscription,
  addSubscription,
  whileLedgerFails,
  withSandbox,
} from './back-office-subscriptions.testing.ts';
import { refundPayment } from './refund-payment.ts';

let app: TestApp;
let influencer: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer', { publicUrl: 'mine' });
  staff = await app.as('staff');
});
afterAll(() => app.close());

type Sold = Awaited<ReturnType<typeof addSubscription>>;
type RefundRequest = { amountCents?: number; endNow?: boolean; refundKey?: string };

const refund = (
  { id, chargeId: transactionId }: Pick<Sold, 'id' | 'chargeId'>,
  { endNow = false, refundKey = randomUUID(), ...request }: RefundRequest = {},
  user = staff,
) =>
  app.call('POST', `/api/subscriptions/${id}/refunds`, {
    user,
    body: { transactionId, endNow, refundKey, ...request },
  });
const paymentsOf = async ({ id }: Pick<Sold, 'id'>): Promise<SubscriptionPayment[]> =>
  (await app.call('GET', `/api/subscribers/${id}/payments`, { user: staff })).json.rows;
const leftOf = async (sold: Pick<Sold, 'id'>) =>
  (await paymentsOf(sold)).find(({ kind }) => kind === 'charge')!.leftCents;
const requestedRefunds = (sold: Sold) =>
  app.db.select().from(refunds).where(eq(refunds.chargeId, sold.chargeId));

test('a payment is refunded in full, and the fan keeps the subscription', async () => {
  const sold = await addSubscription(app, influencer);
  const { status, json } = await refund(sold);
  expect([status, json]).toEqual([200, { state: 'recorded', amountCents: 1999 }]);
  const me = await app.call('GET', `/api/users/${staff.id}`, { user: staff });
  expect(await paymentsOf(sold)).toMatchObject([
    {
      kind: 'refund',
      amountCents: -1999,
      reverses: sold.chargeId,
      isRequestedHere: true,
      requestedBy: me.json.fullName,
    },
    { kind: 'charge', amountCents: 1999, leftCents: 0, requestedRefunds: [] },
  ]);
  expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'active' });
  expect(await listMailSubjects(app, sold.fan)).toContainEqual(expect.stringContaining('refund'));
});

test('a refund that ends the subscription ends it at once, with that reason', async () => {
  const sold = await addSubscription(app, influencer);
  expect((await refund(sold, { endNow: true })).status).toBe(200);
  expect(await storedSubscription(app, sold.id)).toMatchObject({
    status: 'cancelled',
    endReason: 'refund',
  });
  expect((await listMailSubjects(app, sold.fan)).at(-1)).toBe('Your subscription has ended');
});

test.each([
  [undefined, '$19.99', 'Our team ended it and refunded your payment.'],
  [500, '$5.00', 'Our team ended it and refunded part of your payment.'],
])(
  "after an end and a refund of %s the fan's mail mentions %s",
  async (amountCents, value, message) => {
    const sold = await addSubscription(app, influencer);
    await refund(sold, { endNow: true, ...(amountCents && { amountCents }) });
    const { paragraphs, facts } = (await mailsFor(app, sold.fan)).at(-1)!;
    expect(paragraphs).toEqual([`${message} You won’t be charged again.`]);
    expect(facts).toContainEqual({ label: 'Refunded', value });
  },
);

test('a payment of an ended subscription can be refunded too', async () => {
  const sold = await addSubscription(app, influencer, 'cancelled');
  expect((await refund(sold, { endNow: true })).json.state).toBe('recorded');
});

test('parts are refunded until nothing is left, and never more', async () => {
  const sold = await addSubscription(app, influencer);
  await refund(sold, { amountCents: 1500 });
  expect(await leftOf(sold)).toBe(499);
  const tooMuch = await refund(sold, { amountCents: 500 });
  expect([tooMuch.status, tooMuch.json.code]).toEqual([400, 'invalid-input']);
  expect(tooMuch.json.errors).toEqual([
    { path: 'amountCents', message: 'At most $4.99 can be refunded' },
  ]);
  expect((await refund(sold)).json).toEqual({ state: 'recorded', amountCents: 499 });
  expect((await refund(sold)).json).toMatchObject({
    code: 'not-allowed-in-state',
    detail: 'This payment has already been refunded in full',
  });
  expect(await requestedRefunds(sold)).toHaveLength(2);
});

test.each([0, -1, 1.5])('an amount of %s is rejected', async (amountCents) => {
  const sold = await addSubscription(app, influencer);
  expect((await refund(sold, { amountCents })).status).toBe(400);
  expect(await requestedRefunds(sold)).toEqual([]);
});

test('a repeated click refunds once', async () => {
  const sold = await addSubscription(app, influencer);
  const request = { amountCents: 500, refundKey: randomUUID() };
  const clicks = await Promise.all(Array.from({ length: 5 }, () => refund(sold, request)));
  expect(clicks.map(({ status }) => status)).toEqual(Array(5).fill(200));
  await refund(sold, request);
  expect(await leftOf(sold)).toBe(1499);
  const changed = await refund(sold, { ...request, amountCents: 501 });
  expect([changed.status, changed.json.code]).toEqual([409, 'conflict']);
});

test('concurrent refunds each count the others', async () => {
  const sold = await addSubscription(app, influencer);
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => refund(sold, { amountCents: 700 })),
  );
  expect(clicks.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await leftOf(sold)).toBe(599);
});

test('a disputed payment cannot be refunded, and can be once the dispute is won', async () => {
  const sold = await addSubscription(app, influencer);
  const dispute = {
    occurredAt: new Date(),
    paymentId: sold.paymentId,
    disputeId: `dispute-${sold.id}`,
  };
  const opened = { type: 'dispute.opened', id: `opened-${sold.id}`, amountCents: 1999 } as const;
  await deliver(app, { ...dispute, ...opened });
  expect((await refund(sold)).status).toBe(409);
  await deliver(app, { ...dispute, type: 'dispute.won', id: `won-${sold.id}` });
  expect(await leftOf(sold)).toBe(1999);
  expect((await refund(sold)).status).toBe(200);
});

describe('without a clear answer', () => {
  test('the request stays pending, counts as refunded, and can be repeated', async () => {
    const sold = await addSubscription(app, influencer);
    const request = { amountCents: 1200, refundKey: randomUUID(), endNow: true };
    const unclear = await whileLedgerFails(app, () => refund(sold, request));
    expect([unclear.status, unclear.json.code]).toEqual([502, 'provider-unavailable']);
    expect(unclear.json.detail).toContain('We can’t tell whether $12.00 was refunded');
    expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'active' });
    expect(await paymentsOf(sold)).toMatchObject([
      {
        kind: 'charge',
        leftCents: 799,
        requestedRefunds: [{ id: request.refundKey, amountCents: 1200 }],
      },
    ]);
    expect((await refund(sold, request)).json).toEqual({ state: 'recorded', amountCents: 1200 });
    expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'cancelled' });
    expect(await leftOf(sold)).toBe(799);
  });

  test('it can be withdrawn, and a later report of the provider is recorded all the same', async () => {
    const sold = await addSubscription(app, influencer);
    const refundKey = randomUUID();
    await whileLedgerFails(app, () => refund(sold, { refundKey }));
    const withdraw = () =>
      app.call('DELETE', `/api/subscriptions/${sold.id}/refunds/${refundKey}`, { user: staff });
    expect((await withdraw()).status).toBe(200);
    expect(await leftOf(sold)).toBe(1999);
    expect((await withdraw()).status).toBe(404);
    const admin = await app.as('admin');
    const replayed = await app.call('POST', '/api/payment-events/replay', { user: admin });
    expect(replayed.json).toEqual({ handled: 1, waiting: 0, failed: 0, retriedElsewhere: 0 });
    expect(await leftOf(sold)).toBe(0);
  });

  test('a recorded refund cannot be withdrawn', async () => {
    const sold = await addSubscription(app, influencer);
    const refundKey = randomUUID();
    await refund(sold, { refundKey });
    const address = `/api/subscriptions/${sold.id}/refunds/${refundKey}`;
    expect((await app.call('DELETE', address, { user: staff })).status).toBe(404);
    expect(await requestedRefunds(sold)).toHaveLength(1);
  });
});

describe('if the provider refuses', () => {
  const ask = (sold: Sold, calls: Partial<PaymentProvider>) =>
    refundPayment(withSandbox(app, calls), actor, {
      id: sold.id,
      transactionId: sold.chargeId,
      refundKey: randomUUID(),
      endNow: true,
    });
  const actor: Actor = {
    userId: '',
    sessionId: '',
    role: 'staff',
    isLimited: false,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    viewedBy: null,
    isConfirmed: true,
    email: '',
    fullName: '',
  };
  beforeAll(() => {
    actor.userId = staff.id;
  });

  const refuse = (code: 'not-supported' | 'not-allowed-in-state') => async () => {
    throw new DomainError(code, 'Refund it in the control center.');
  };

  test("a refund fails with the provider's message, and is deleted", async () => {
    const sold = await addSubscription(app, influencer);
    const rejected = ask(sold, { refund: refuse('not-allowed-in-state') });
    await expect(rejected).rejects.toThrow('Refund it in the control center.');
    expect(await requestedRefunds(sold)).toEqual([]);
    expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'active' });
  });

  test('a refund that it never makes is owed by hand, and mailed only once it is made', async () => {
    const sold = await addSubscription(app, influencer);
    const result = await ask(sold, { refund: refuse('not-supported') });
    expect(result).toEqual({ state: 'owed', amountCents: 1999 });
    expect(await leftOf(sold)).toBe(0);
    expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'cancelled' });
    const [owed] = await requestedRefunds(sold);
    expect(owed).toMatchObject({ byHand: true, requestedBy: staff.id, transactionId: null });
    const list = await app.call('GET', '/api/subscribers?status=refund_owed', { user: staff });
    expect(list.json.rows).toMatchObject([{ id: sold.id }]);
    expect(JSON.stringify((await mailsFor(app, sold.fan)).at(-1))).not.toMatch(/refund/i);
    const made = `/api/subscriptions/${sold.id}/refunds/${owed!.id}/made`;
    expect((await app.call('POST', made, { user: staff })).status).toBe(200);
    expect(await requestedRefunds(sold)).toMatchObject([{ transactionId: expect.any(String) }]);
    expect((await listMailSubjects(app, sold.fan)).at(-1)).toMatch(/refund/i);
  });

  test('the end does not wait for the provider, which a job notifies', async () => {
    const sold = await addSubscription(app, influencer);
    const cancelNow = async () => {
      throw new DomainError('provider-unavailable');
    };
    await ask(sold, { cancelNow });
    expect(await leftOf(sold)).toBe(0);
    expect(await storedSubscription(app, sold.id)).toMatchObject({ status: 'cancelled' });
    const failing = applyProviderChange(withSandbox(app, { cancelNow }), {
      subscriptionId: sold.id,
    });
    await expect(failing).rejects.toThrow();
    expect(await findProviderChange(app.db, sold.id)).toMatchObject({ concernsRenewals: true });
  });

  test('a payment at another provider is not requested', async () => {
    const sold = await addSubscription(app, influencer);
    const message = 'This was paid through sandbox, which isn’t connected';
    await expect(ask(sold, { name: 'verotel' })).rejects.toThrow(message);
    expect(await requestedRefunds(sold)).toEqual([]);
  });
});

test('staff cannot refund payments outside of their limit, nor of another subscription', async () => {
  const [sold, another] = [
    await addSubscription(app, influencer),
    await addSubscription(app, await app.as('influencer')),
  ];
  const limited = await createLimitedStaff(app, influencer);
  expect((await refund(sold, {}, limited)).status).toBe(200);
  expect((await refund(another, {}, limited)).status).toBe(404);
  expect((await refund({ ...another, id: sold.id }, {}, limited)).status).toBe(404);
  expect(await leftOf(another)).toBe(1999);
});

test('the audit trail has the requester', async () => {
  const sold = await addSubscription(app, influencer);
  const admin = await app.as('admin');
  await refund(sold, { amountCents: 100 }, admin);
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorId, admin.id));
  expect(entries[0]).toMatchObject({
    action: 'created',
    entity: 'refunds',
    label: expect.stringMatching(/^subscriber \d+$/),
    operation: `POST /api/subscriptions/${sold.id}/refunds`,
    after: { charge_id: sold.chargeId, amount_cents: 100, requested_by: admin.id },
  });
});

test('after all refunds the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
