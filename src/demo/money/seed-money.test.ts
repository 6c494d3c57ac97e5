import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#src/demo/media/media-random.ts';
import { DEMO_INFLUENCERS } from '#src/demo/people.ts';
import type { Seed } from '#src/demo/seed-context.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { paymentEventSchema } from '#src/features/money/payments/server/payment-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { reconcile } from '#src/features/money/reconciliation/server/reconciliation.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestUser } from '#test/harness.ts';
import { seedMoney } from './seed-money.ts';
import { seedPaymentIssues } from './seed-payment-issues.ts';
import { seedSubscriptions } from './seed-subscriptions.ts';

const FANS = 60;
const INFLUENCERS = DEMO_INFLUENCERS.length;

/** Creates an app with the demo's money, seeded at this time. */
async function seedAt(now: Date) {
  const app = await createTestApp();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [admin, staff] = [await app.as('admin'), await app.as('staff')];
  const influencers: Seed['influencers'] = [];
  for (let index = 0; index < INFLUENCERS; index++) {
    const { id, email } = await app.as('influencer');
    const [priceCents, commissionPercent] = [999 + index * 137, 20];
    const [plan] = await app.db
      .insert(subscriptionPlans)
      .values({ influencerId: id, priceMonthlyCents: priceCents })
      .returning();
    const sold = { planId: plan!.id, priceCents, commissionPercent, commissionRates: [] };
    influencers.push({ id, email, fullName: email, ...sold });
  }
  const fans: (TestUser & { createdAt: Date })[] = [];
  for (let index = 0; index < FANS; index++) {
    fans.push({
      ...(await app.as('subscriber')),
      createdAt: daysAgo(398 * (1 - index / FANS)),
    });
  }
  const [adminId, staffId] = [admin.id, staff.id];
  await app.db.transaction(async (tx) => {
    const random = createRandom('test');
    const seed = { db: tx, random, now, adminId, staffId, influencers, fans, daysAgo };
    await seedMoney(seed, await seedSubscriptions(seed), app.config);
    await seedPaymentIssues(seed, app.config);
  });
  return { ...app, fan: fans[0]!, influencer: influencers[0]! };
}

// Ends of long and short months, and the first seconds of one.
describe.each([
  '2026-11-22T09:15:00Z',
  '2027-03-31T23:59:30Z',
  '2027-05-30T12:00:00Z',
  '2028-03-01T00:00:10Z',
])('the money of a demo that begins at %s', (time) => {
  const now = new Date(time);
  let app: Awaited<ReturnType<typeof seedAt>>;
  beforeAll(async () => {
    app = await seedAt(now);
  });
  afterAll(() => app.close());

  async function count(from: string, ...values: unknown[]): Promise<number> {
    const { rows } = await app.pool.query<{ count: number }>(
      `select count(*)::int as count from ${from}`,
      values,
    );
    return rows[0]!.count;
  }

  test('satisfies all rules of the ledger', async () => {
    expect(await count('ledger_transactions')).toBeGreaterThan(1_000);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  });

  test('is in the past, and no billing is overdue', async () => {
    expect(await count('ledger_transactions where occurred_at > $1', now)).toBe(0);
    const live = "user_subscriptions where status <> 'cancelled' and";
    expect(await count('user_subscriptions where ended_at > $1', now)).toBe(0);
    expect(await count(`${live} created_at > $1`, now)).toBe(0);
    expect(await count(`${live} cancel_at <= $1`, now)).toBe(0);
    expect(await count(`${live} next_attempt_at <= $1`, now)).toBe(0);
    const due = "status = 'active' and current_period_end <= $1";
    expect(await count(`user_subscriptions where ${due}`, now)).toBe(0);
  });

  test('comes from subscriptions in every state', async () => {
    const { rows } = await app.db.execute<{ kind: string; own: number }>(sql`
      select coalesce(end_reason, case when cancel_at is null then status else 'cancelling' end) as kind,
        count(*) filter (where subscriber_id = ${app.fan.id})::int as own
      from user_subscriptions group by 1`);
    const own = Object.fromEntries(rows.map((row) => [row.kind, row.own]));
    const other = { unpaid: 0, staff: 0, provider: 0, refund: 0, dispute: 0 };
    expect(own).toEqual({ active: 5, cancelling: 1, paused: 1, past_due: 1, fan: 1, ...other });
  });

  test('includes full and partial refunds, and lost and won disputes', async () => {
    const part = `select from ledger_entries e join ledger_entries c on c.transaction_id = t.reverses
      and c.account_id = e.account_id where e.transaction_id = t.id and e.amount_cents = -c.amount_cents`;
    expect(
      await count(`ledger_transactions t where kind = 'refund' and exists (${part})`),
    ).toBeGreaterThan(0);
    expect(
      await count(`ledger_transactions t where kind = 'refund' and not exists (${part})`),
    ).toBeGreaterThan(3);
    const refunds = await count("ledger_transactions where kind = 'refund'");
    // One has failed at the fan's bank and is owed by hand.
    expect(await count('refunds where transaction_id is not null')).toBe(refunds - 1);
    expect(await count("ledger_transactions where kind = 'refund_failed'")).toBe(1);
    expect(await count('refunds where failed_at is not null and by_hand')).toBe(1);
    expect(await count('user_subscriptions where authentication_url is not null')).toBe(1);
    const disputes = await count("ledger_transactions where kind = 'dispute'");
    const won = await count("ledger_transactions where kind = 'dispute_won'");
    expect(won).toBeGreaterThan(0);
    expect(disputes).toBeGreaterThan(won);
  });

  test('is paid out for all months except the last', async () => {
    const last =
      "period_start = date_trunc('month', $1::timestamptz at time zone 'UTC') - interval '1 month'";
    expect(await count(`payouts where status = 'paid' and not (${last})`, now)).toBeGreaterThan(
      120,
    );
    expect(
      await count(`payouts where status = 'pending' and not needs_approval and not (${last})`, now),
    ).toBe(0);
    expect(await count(`(select distinct status from payouts) statuses`)).toBe(6);
    expect(await count(`payouts where status = 'pending' and ${last}`, now)).toBeGreaterThan(15);
    expect(await count(`payouts where paid_at > $1 or created_at > $1`, now)).toBe(0);
  });

  test('has 24 payouts in the list of this month, all of which may be marked as paid', async () => {
    const thisMonth = `payouts where coalesce(paid_at, created_at) >=
      date_trunc('month', $1::timestamptz at time zone 'UTC') at time zone 'UTC'`;
    const payable = `${thisMonth} and status = 'pending' and not needs_approval`;
    expect(await count(payable, now)).toBeGreaterThanOrEqual(24);
    expect(await count(payable, now)).toBe(await count(thisMonth, now));
  });

  test('gives the first influencer gains and losses over a year', async () => {
    const months = (at: string) =>
      count(
        `(select distinct date_trunc('month', ${at}) from user_subscriptions
        where influencer_id = $1 and ${at} is not null) months`,
        app.influencer.id,
      );
    expect(await count('payouts where influencer_id = $1', app.influencer.id)).toBeGreaterThan(11);
    expect(await months('created_at')).toBeGreaterThan(8);
    expect(await months('ended_at')).toBeGreaterThan(3);
  });

  test('has valid payment events, one of which is unhandled', async () => {
    const { rows } = await app.pool.query(
      'select provider_event_id, type, content, payment_reference, handled_at from payment_events',
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => row.handled_at === null)).toHaveLength(1);
    for (const { provider_event_id: id, type, content } of rows) {
      expect(paymentEventSchema.parse(JSON.parse(content))).toMatchObject({ id, type });
    }
    const unknown = `payment_events where handled_at is not null and payment_reference not in
      (select provider_reference from ledger_transactions where kind = 'charge')`;
    expect(await count(unknown)).toBe(0);
  });

  test('agrees with the sandbox’s records, except for a refund of an unknown payment', async () => {
    expect(await count("reconciliation_items where status = 'repaired'")).toBe(1);
    const run = await reconcile(app, app.services, now);
    expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, closed: 0 });
    expect(await count("reconciliation_items where status = 'open' and kind = 'refund'")).toBe(1);
    expect(await count("reconciliation_items where status = 'open'")).toBe(1);
  });
});
