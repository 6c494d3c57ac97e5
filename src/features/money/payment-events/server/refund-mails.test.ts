import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { mailsFor } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { deliver } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let sandbox: PaymentProvider;
let port: PaymentProvider;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
  sandbox = getProvider(app.payments, 'sandbox');
  port = { ...sandbox };
});
afterEach(() => {
  Object.assign(sandbox, port);
});
afterAll(() => app.close());

type Sold = Awaited<ReturnType<typeof addSubscription>>;
const refund = (sold: Sold, endNow: boolean, refundKey = randomUUID()) =>
  app.call('POST', `/api/subscriptions/${sold.id}/refunds`, {
    user: staff,
    body: { transactionId: sold.chargeId, endNow, refundKey },
  });
const reported = ({ paymentId }: Sold, refundId: string, endsSubscription?: boolean) =>
  deliver(app, {
    type: 'payment.refunded',
    id: `reported-${refundId}`,
    refundId,
    paymentId,
    amountCents: 1999,
    occurredAt: new Date(),
    ...(endsSubscription && { endsSubscription }),
  });
const wholeText = async (fan: TestUser, from: number) =>
  (await mailsFor(app, fan))
    .slice(from)
    .map(({ subject, paragraphs, footnote = '' }) => [subject, ...paragraphs, footnote].join(' '));

/** How a refund happens: at once, or reported by the provider later. */
const REFUNDS: [string, (sold: Sold, endNow: boolean) => Promise<unknown>][] = [
  ['recorded before the end', (sold, endNow) => refund(sold, endNow)],
  [
    'reported after the end',
    async (sold, endNow) => {
      sandbox.refund = async () => {};
      await refund(sold, endNow);
      await reported(sold, randomUUID());
    },
  ],
  ['made at the provider', (sold, endNow) => reported(sold, randomUUID(), endNow)],
];

describe.each(REFUNDS)('a refund that is %s', (_, run) => {
  test.each([
    ['renews', 'active', false, ['It renews'], ['has ended', 'will not renew']],
    ['ends with it', 'active', true, ['ended'], ['It renews']],
    ['ends with the paid period', 'cancelling', false, ['will not renew'], ['It renews', 'ended']],
    ['ended before', 'cancelled', false, ['has ended'], ['It renews']],
  ] as const)(
    'of a subscription that %s is announced by one correct mail',
    async (__, state, endNow, says, not) => {
      const sold = await addSubscription(app, influencer, state);
      const before = (await mailsFor(app, sold.fan)).length;
      await run(sold, endNow);
      const mails = await wholeText(sold.fan, before);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toContain('refunded');
      for (const text of says) expect(mails[0]).toContain(text);
      for (const text of not) expect(mails[0]).not.toContain(text);
    },
  );
});

test('if the end fails, the mail mentions the refund only, and a later end has its own mail', async () => {
  const sold = await addSubscription(app, influencer);
  const before = (await mailsFor(app, sold.fan)).length;
  const key = randomUUID();
  sandbox.refund = async (...request) => {
    await port.refund(...request);
    // The end needs a connected provider.
    sandbox.name = 'elsewhere';
  };
  expect((await refund(sold, true, key)).status).toBe(502);
  expect(await wholeText(sold.fan, before)).toEqual([expect.stringContaining('It renews')]);
  Object.assign(sandbox, port);
  expect((await refund(sold, true, key)).status).toBe(200);
  const [, end, more] = await wholeText(sold.fan, before);
  expect(end).toContain('Your subscription has ended');
  expect(more).toBeUndefined();
});

describe('if the provider cannot refund', () => {
  /** A payment for an ended subscription, with its refund pending. */
  async function owed() {
    const sold = await addSubscription(app, influencer, 'cancelled');
    await app.db.insert(refunds).values({
      id: sold.chargeId,
      chargeId: sold.chargeId,
      amountCents: 1999,
    });
    sandbox.refund = async () => {
      throw new DomainError('not-supported');
    };
    await refundUnwantedPayment(app.services, { transactionId: sold.chargeId });
    return sold;
  }
  const mark = ({ id, chargeId }: Sold) =>
    app.call('POST', `/api/subscriptions/${id}/refunds/${chargeId}/made`, { user: staff });
  const listed = async () =>
    (await app.call('GET', '/api/subscribers?status=refund_owed', { user: staff })).json.rows.map(
      ({ id }: { id: string }) => id,
    );
  const reversals = async ({ chargeId }: Sold) =>
    (await app.db.execute(sql`select from ledger_transactions where reverses = ${chargeId}`)).rows
      .length;

  test('the refund is pending until staff mark it, and is recorded once', async () => {
    const sold = await owed();
    expect(await listed()).toContain(sold.id);
    const { json } = await app.call('GET', `/api/subscribers/${sold.id}/payments`, { user: staff });
    expect(json.rows[0].requestedRefunds).toMatchObject([{ byHand: true, amountCents: 1999 }]);
    const answers = await Promise.all([1, 2, 3].map(() => mark(sold)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await reversals(sold)).toBe(1);
    expect(await listed()).not.toContain(sold.id);
  });

  test.each(['before', 'after'])('a report of the provider %s is the same refund', async (when) => {
    const sold = await owed();
    const refundId = randomUUID();
    if (when === 'after') await mark(sold);
    await reported(sold, refundId);
    await deliver(app, {
      type: 'payment.refunded',
      id: randomUUID(),
      refundId,
      paymentId: sold.paymentId,
      amountCents: 1999,
      occurredAt: new Date(),
    });
    if (when === 'before') await mark(sold);
    expect(await reversals(sold)).toBe(1);
    expect(await listed()).not.toContain(sold.id);
  });

  test('a refund that was requested from the provider cannot be marked by hand', async () => {
    const sold = await addSubscription(app, influencer);
    const values = { id: sold.chargeId, chargeId: sold.chargeId, amountCents: 5 };
    await app.db.insert(refunds).values(values);
    expect((await mark(sold)).status).toBe(409);
    await app.db.delete(refunds).where(eq(refunds.id, sold.chargeId));
  });
});

test('after all payments, ends and refunds, the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
