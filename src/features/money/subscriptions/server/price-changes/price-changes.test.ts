import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
import type {
  PlanPriceChanges,
  PriceNotice,
} from '#src/features/money/plans/price-changes.schema.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { billAt, buy, DAY_MS, mailsFor } from '../fan-billing.testing.ts';
import { priceNotices } from '../price-notices.table.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { deliver, openCheckout, paid } from '../subscriptions.testing.ts';
import { priceToken } from './price-links.ts';
import { runPriceChanges } from './run-price-changes.ts';

const NEW_PRICE = 2400;
const NOW = new Date();
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

let app: TestApp;
let consenting: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  consenting = await createTestApp({ PRICE_CHANGES_NEED_CONSENT: 'true' });
  admin = await app.as('admin');
});
afterAll(() => Promise.all([app.close(), consenting.close()]));

type Bought = Awaited<ReturnType<typeof buy>>;

/** A fan who bought ten days ago at an earlier price than that of the plan. */
async function buyEarlier(on = app): Promise<Bought> {
  const bought = await buy(on, { start: inDays(-10) });
  await on.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: NEW_PRICE })
    .where(eq(subscriptionPlans.id, bought.influencer.plan.id));
  return bought;
}

const announce = async (
  { influencer }: Pick<Bought, 'influencer'>,
  { user = admin, on = app, startsOn = priceChangeDays(NOW).first, priceCents = NEW_PRICE } = {},
) =>
  on.call('POST', `/api/plans/${influencer.plan.id}/price-changes`, {
    user,
    body: { startsOn, priceCents },
  });
/** An announced price change of which the fan has been notified. */
async function announced(on = app) {
  const bought = await buyEarlier(on);
  const user = on === app ? admin : await on.as('admin');
  const { json } = await announce(bought, { user, on });
  await billAt(on, NOW);
  const changeId = json.id as string;
  return { ...bought, changeId, token: tokenOf(bought, changeId, on) };
}

const tokenOf = ({ id }: Bought, changeId: string, on = app) =>
  priceToken(on.config.secrets, `${changeId}:${id}`);
const answer = (token: string, text: string, on = app) =>
  on.call('POST', '/api/price-link/answer', { body: { token, answer: text } });
const read = async (token: string, on = app) =>
  (await on.call('POST', '/api/price-link', { body: { token } })).json;
const callOff = (changeId: string) =>
  app.call('POST', `/api/price-changes/${changeId}/call-off`, { user: admin });
const ofPlan = async ({ influencer }: Bought): Promise<PlanPriceChanges> =>
  (await app.call('GET', `/api/plans/${influencer.plan.id}/price-changes`, { user: admin })).json;
const noticesOf = async (changeId: string): Promise<PriceNotice[]> =>
  (await app.call('GET', `/api/price-notices?change=${changeId}`, { user: admin })).json.rows;
const stored = async ({ id }: Bought, on = app) =>
  (await on.db.select().from(userSubscriptions).where(eq(userSubscriptions.id, id)))[0]!;
const subjects = async ({ fan }: Bought, on = app) =>
  (await mailsFor(on, fan)).map(({ subject }) => subject);

/** What was charged for each period of a subscription, in order. */
async function charges({ id }: Bought, on = app): Promise<number[]> {
  const { rows } = await on.db.execute<{ cents: number }>(sql`
    select ${cashAmount(ledgerTransactions.id)} as cents from ${ledgerTransactions}
    where ${ledgerTransactions.subscriptionId} = ${id} and ${ledgerTransactions.kind} = 'charge'
    order by ${ledgerTransactions.periodStart}`);
  return rows.map(({ cents }) => cents);
}

/** Runs the hourly jobs once a day until that day. */
async function billUntil(days: number, on = app): Promise<void> {
  for (let day = 1; day <= days; day++) await billAt(on, inDays(day));
}

const NEW_PRICE_MAIL = 'The price of your subscription changes';

describe('a fan who says nothing', () => {
  test('pays the new price from the first renewal after the date, and is reminded of it', async () => {
    const bought = await announced();
    await billUntil(82);
    expect(await charges(bought)).toEqual([1999, 1999, NEW_PRICE, NEW_PRICE]);
    const reminders = (await mailsFor(app, bought.fan)).filter(({ heading }) =>
      heading.includes('renews soon'),
    );
    const prices = reminders.map(
      ({ facts }) => facts!.find(({ label }) => label === 'Price')!.value,
    );
    expect(prices).toEqual(
      [1999, NEW_PRICE, NEW_PRICE].map((cents) => `${formatCents(cents)} a month`),
    );
    expect((await subjects(bought)).filter((title) => title === NEW_PRICE_MAIL)).toHaveLength(1);
    expect(await noticesOf(bought.changeId)).toMatchObject([{ state: 'applied' }]);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  });

  test('gets a mail with both prices and a private link, and nobody’s name where others look', async () => {
    const bought = await announced();
    const mail = (await mailsFor(app, bought.fan)).find(
      ({ subject }) => subject === NEW_PRICE_MAIL,
    )!;
    expect(mail.action).toMatchObject({ kind: 'price-link' });
    expect(mail.secretLink).toMatchObject({ kind: 'cancel-link' });
    const values = mail.facts!.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['$19.99 a month', '$24.00 a month']));
    const [row] = await app.db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, bought.influencer.id));
    expect(`${mail.subject} ${mail.heading} ${mail.paragraphs.join(' ')}`).not.toContain(row!.name);
  });

  test('is charged no new price within 30 days of the mail, even if it was late', async () => {
    const bought = await buyEarlier();
    await announce(bought);
    // The job was down until two days before the date.
    await billAt(app, inDays(29));
    await billUntil(56);
    expect((await charges(bought)).every((cents) => cents === 1999)).toBe(true);
  });
});

describe('with consent', () => {
  test('a fan who does not answer leaves with the last period at the earlier price', async () => {
    const bought = await announced(consenting);
    await billUntil(82, consenting);
    expect(await charges(bought, consenting)).toEqual([1999, 1999]);
    expect(await stored(bought, consenting)).toMatchObject({ status: 'cancelled' });
    expect(await subjects(bought, consenting)).toContain('Your subscription will not renew');
  });

  test('a fan who accepts pays the new price', async () => {
    const bought = await announced(consenting);
    expect((await answer(bought.token, 'accepted', consenting)).json.state).toBe('accepted');
    await billUntil(60, consenting);
    expect(await charges(bought, consenting)).toEqual([1999, 1999, NEW_PRICE]);
  });
});

describe('an answer', () => {
  test('of a fan who declines ends the subscription with the paid period', async () => {
    const bought = await announced();
    expect(await read(bought.token)).toMatchObject({
      state: 'waiting',
      oldPriceCents: 1999,
      newPriceCents: NEW_PRICE,
    });
    for (const _ of [1, 2]) {
      expect((await answer(bought.token, 'declined')).json.state).toBe('stopped');
    }
    expect(await stored(bought)).toMatchObject({ cancelAt: bought.event.periodEnd });
    await billUntil(60);
    expect(await charges(bought)).toEqual([1999]);
    expect(await noticesOf(bought.changeId)).toMatchObject([{ state: 'declined' }]);
    expect((await answer(bought.token, 'accepted')).status).toBe(409);
  });

  test('can be given in the account, for the own subscription alone', async () => {
    const bought = await announced();
    const send = (user: TestUser) =>
      app.call('POST', `/api/subscriptions/${bought.id}/price-answer`, {
        user,
        body: { priceChangeId: bought.changeId, answer: 'accepted' },
      });
    const own = async () =>
      (await app.call('GET', '/api/subscriptions', { user: bought.fan })).json.subscriptions[0];
    expect((await own()).upcomingPrice).toMatchObject({
      newPriceCents: NEW_PRICE,
      isAccepted: false,
    });
    expect((await send(await app.as('subscriber'))).status).toBe(404);
    expect((await send(bought.fan)).status).toBe(200);
    expect((await own()).upcomingPrice).toMatchObject({ isAccepted: true });
  });

  test('of a forged or another link changes nothing', async () => {
    const [bought, other] = [await announced(), await announced()];
    const forged = tokenOf(bought, other.changeId).replace(/.$/, 'x');
    expect((await answer(forged, 'declined')).status).toBe(404);
    expect((await answer(tokenOf(bought, other.changeId), 'declined')).status).toBe(404);
    expect(await stored(bought)).toMatchObject({ cancelAt: null });
  });
});

describe('who is moved', () => {
  test('fans who subscribe after the announcement are not', async () => {
    const bought = await buyEarlier();
    await announce(bought);
    // The plan has yet another price by then.
    await app.db
      .update(subscriptionPlans)
      .set({ priceMonthlyCents: 3000 })
      .where(eq(subscriptionPlans.id, bought.influencer.plan.id));
    const late = await app.as('subscriber');
    await deliver(app, paid(await openCheckout(app, late, bought.influencer.id), NOW, 3000));
    await billAt(app, NOW);
    expect(await ofPlan(bought)).toMatchObject({ changes: [{ counts: { all: 1 } }] });
  });

  test('a fan who cancelled and keeps the subscription is notified then, and one who returns is not', async () => {
    const bought = await buyEarlier();
    await app.call('POST', `/api/subscriptions/${bought.id}/cancel`, { user: bought.fan });
    const { json } = await announce(bought);
    await billAt(app, NOW);
    expect(await noticesOf(json.id)).toEqual([]);
    await app.call('POST', `/api/subscriptions/${bought.id}/resume`, { user: bought.fan });
    await billAt(app, inDays(1));
    expect(await noticesOf(json.id)).toMatchObject([{ state: 'waiting' }]);
    await app.call('POST', `/api/subscriptions/${bought.id}/cancel`, { user: bought.fan });
    expect(await noticesOf(json.id)).toMatchObject([{ state: 'left' }]);
    await billUntil(21);
    const again = paid(
      await openCheckout(app, bought.fan, bought.influencer.id),
      inDays(22),
      NEW_PRICE,
    );
    await deliver(app, again);
    await billAt(app, inDays(23));
    expect(await noticesOf(json.id)).toHaveLength(1);
  });

  test('fans of a provider that cannot change prices, and those without a confirmed address, are not', async () => {
    const bought = await buyEarlier();
    const sandbox = getProvider(app.payments, 'sandbox');
    const { changePrice } = sandbox;
    delete sandbox.changePrice;
    expect(await ofPlan(bought)).toMatchObject({ movableCount: 0, fixedCount: 1 });
    sandbox.changePrice = changePrice!;
    expect(await ofPlan(bought)).toMatchObject({ movableCount: 1, fixedCount: 0 });
    await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, bought.fan.id));
    expect(await ofPlan(bought)).toMatchObject({ movableCount: 0, fixedCount: 1 });
    await announce(bought);
    await billAt(app, NOW);
    expect(await ofPlan(bought)).toMatchObject({ changes: [{ counts: { all: 0 } }] });
  });

  test('the fans of a suspended influencer leave at the price that they paid', async () => {
    const bought = await announced();
    await app.call('POST', `/api/users/${bought.influencer.id}/suspend`, {
      user: admin,
      body: { reason: 'other' },
    });
    await billUntil(60);
    expect(await charges(bought)).toEqual([1999]);
    expect(await noticesOf(bought.changeId)).toMatchObject([{ state: 'left' }]);
  });
});

describe('a change', () => {
  test('that is called off leaves the price, and notifies who knows about it, once', async () => {
    const bought = await announced();
    expect((await callOff(bought.changeId)).status).toBe(200);
    expect((await callOff(bought.changeId)).status).toBe(200);
    expect((await answer(bought.token, 'accepted')).status).toBe(409);
    await billUntil(60);
    expect(await charges(bought)).toEqual([1999, 1999, 1999]);
    const unchanged = 'The price of your subscription doesn’t change';
    expect((await subjects(bought)).filter((title) => title === unchanged)).toHaveLength(1);
    expect(await noticesOf(bought.changeId)).toMatchObject([{ state: 'retained' }]);
  });

  test('cannot be called off once a price is set', async () => {
    const bought = await announced();
    await billUntil(60);
    expect((await callOff(bought.changeId)).status).toBe(409);
  });

  test('does not overlap another one of its plan, and a new one can follow when it is called off', async () => {
    const bought = await buyEarlier();
    const results = await Promise.all([announce(bought), announce(bought)]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { changes } = await ofPlan(bought);
    await callOff(changes[0]!.id);
    expect((await announce(bought)).status).toBe(200);
  });

  test('starts no earlier than in 30 days, and has the price that was seen', async () => {
    const bought = await buyEarlier();
    const day = (days: number) => inDays(days).toISOString().slice(0, 10);
    expect((await announce(bought, { startsOn: day(30) })).status).toBe(400);
    expect((await announce(bought, { startsOn: day(400) })).status).toBe(400);
    expect((await announce(bought, { priceCents: 2500 })).status).toBe(409);
    expect((await announce(bought)).status).toBe(200);
  });

  test('is over when each renewal that it concerns is', async () => {
    const bought = await announced();
    await billAt(app, inDays(95));
    expect(await ofPlan(bought)).toMatchObject({ changes: [{ state: 'finished' }] });
  });
});

test('several runs at once notify each fan once and set each price once', async () => {
  const bought = await buyEarlier();
  await announce(bought);
  await Promise.all([billAt(app, NOW), billAt(app, NOW), billAt(app, NOW)]);
  expect((await subjects(bought)).filter((title) => title === NEW_PRICE_MAIL)).toHaveLength(1);
});

test('fans of several batches are notified once each, although a run ends between two batches', async () => {
  const bought = await buyEarlier();
  const { influencer } = bought;
  const others: TestUser[] = [];
  for (let number = 0; number < 4; number++) {
    const fan = await app.as('subscriber');
    await deliver(app, paid(await openCheckout(app, fan, influencer.id), inDays(-10)));
    others.push(fan);
  }
  await app.db
    .update(userSubscriptions)
    .set({ priceCents: 1999 })
    .where(eq(userSubscriptions.influencerId, influencer.id));
  await announce(bought);
  let mails = 0;
  const failing: Mailer = {
    ...app.services.mail,
    queue: (tx, mail) => {
      mails += 1;
      // In the second batch.
      if (mails === 4) throw new Error('the process ended');
      return app.services.mail.queue(tx, mail);
    },
  };
  const run = (mail: Mailer) => runPriceChanges({ ...app.services, mail, batchSize: 2 }, NOW);
  await expect(run(failing)).rejects.toThrow('the process ended');
  const notified = async () => {
    const subjectsOf = await Promise.all(
      [bought.fan, ...others].map(async (fan) =>
        (await mailsFor(app, fan)).map((mail) => mail.subject),
      ),
    );
    return subjectsOf.map((all) => all.filter((title) => title === NEW_PRICE_MAIL).length);
  };
  expect((await notified()).reduce((sum, count) => sum + count)).toBe(2);
  await run(app.services.mail);
  expect(await notified()).toEqual([1, 1, 1, 1, 1]);
});

test.each([
  [
    'an earlier start',
    sql`update price_changes set effective_from = effective_from - interval '1 day'`,
  ],
  ['another price', sql`update price_changes set price_cents = 1`],
])('the database refuses %s of an announced change', async (_, statement) => {
  await announced();
  await expect(app.db.execute(statement)).rejects.toThrow();
});

test('the database refuses a new price without 30 days of notice', async () => {
  const { changeId } = await announced();
  const appliesFrom = inDays(29);
  await expect(
    app.db
      .update(priceNotices)
      .set({ appliedAt: NOW, appliesFrom })
      .where(eq(priceNotices.priceChangeId, changeId)),
  ).rejects.toThrow();
  await expect(
    app.db.insert(priceChanges).values({
      planId: changeId,
      priceCents: 100,
      effectiveFrom: inDays(29),
      needsConsent: false,
    }),
  ).rejects.toThrow();
});
