import { eq, inArray, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { paymentHandling } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import { checkouts, paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import {
  handlePaymentEvent,
  replayDuePaymentEvents,
  storePaymentEvent,
} from '#src/features/money/payments/server/payment-events.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import {
  disputed,
  disputeWon,
  failed,
  makeInfluencer,
  paid,
  refunded,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { OWED_STATUSES } from '../payouts.schema.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { undoPayoutChange } from './changes/undo-payout-change.ts';
import { payoutRules } from './payout-rules.table.ts';
import { runPayouts } from './payout-run.ts';
import {
  markPayoutPaid,
  markPayoutReturned,
  markPayoutsSent,
  voidPayout,
} from './payout-states.ts';
import { payouts } from './payouts.table.ts';
import { releaseReserves } from './release-reserves.ts';

const HISTORIES = isLong ? 5 : 1;
const STEPS = isLong ? 1_000 : 250;
const AT_ONCE = 8;
/** All events lie between these. */
const BEGIN = new Date('2025-01-31T12:00:00Z');
const MONTHS = 14;

let app: TestApp;
let admin: TestUser;
let fans: TestUser[];
let influencers: Awaited<ReturnType<typeof makeInfluencer>>[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  fans = await Promise.all(Array.from({ length: 12 }, () => app.as('subscriber')));
  influencers = await Promise.all(Array.from({ length: 6 }, () => makeInfluencer(app)));
});
afterAll(() => app.close());

type Bought = ReturnType<typeof paid>;
type Payment = Pick<Bought, 'paymentId' | 'amountCents' | 'periodStart'>;
type World = {
  now: Date;
  bought: { event: Bought; months: number }[];
  payments: { event: Bought; payment: Payment; left: number }[];
  disputes: { event: Bought; isWon: boolean }[];
  reported: PaymentEvent[];
  /** Events that are delivered out of order, much later. */
  late: PaymentEvent[];
  /** The cash movement expected from the events alone, in cents. */
  cents: number;
};
/** The random numbers of a step; each step uses what it needs. */
type Dice = { what: number; which: number; much: number; isLate: boolean };

const dice = fc.record<Dice>({
  what: fc.nat(99),
  which: fc.nat(10_000),
  much: fc.integer({ min: 1, max: 100 }),
  isLate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const pick = <T>(list: T[], which: number): T | undefined => list[which % list.length];

async function buy(world: World, { which, much }: Dice): Promise<PaymentEvent[]> {
  const [fan, influencer] = [pick(fans, which)!, pick(influencers, which * 7 + much)!];
  const priceCents = much * 37;
  const [checkout] = await app.db
    .insert(checkouts)
    .values({
      provider: 'sandbox',
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: influencer.plan.id,
      priceCents,
      expiresAt: addMonths(new Date(), 1),
    })
    .returning();
  const event = paid(checkout!.id, world.now, priceCents);
  world.bought.push({ event, months: 0 });
  world.payments.push({ event, payment: event, left: priceCents });
  world.cents += priceCents;
  return [event];
}

function renew(world: World, { which }: Dice): PaymentEvent[] {
  const picked = pick(world.bought, which);
  if (!picked) return [];
  picked.months++;
  const event = renewed(picked.event, picked.months);
  world.payments.push({ event: picked.event, payment: event, left: event.amountCents });
  world.cents += event.amountCents;
  return [event];
}

function refund(world: World, { which, much }: Dice): PaymentEvent[] {
  const picked = pick(world.payments, which);
  if (!picked || picked.left === 0) return [];
  const cents = Math.max(1, Math.floor((picked.left * much) / 100));
  picked.left -= cents;
  world.cents -= cents;
  return [refunded(picked.payment, cents, world.reported.length)];
}

function dispute(world: World, { which }: Dice): PaymentEvent[] {
  const picked = world.payments.find(({ payment, event, left }, index) => {
    const isFirst = payment.paymentId === event.paymentId;
    const isNew = !world.disputes.some((other) => other.event === event);
    return isFirst && isNew && left > 0 && index >= which % world.payments.length;
  });
  if (!picked) return [];
  const event = disputed(picked.event, picked.left);
  world.disputes.push({ event: picked.event, isWon: false });
  world.cents -= picked.left;
  picked.left = 0;
  return [event];
}

function win(world: World, { which }: Dice): PaymentEvent[] {
  const picked = pick(world.disputes, which);
  const opened = picked && world.reported.find((event) => event.id === disputed(picked.event).id);
  if (!picked || picked.isWon || opened?.type !== 'dispute.opened') return [];
  picked.isWon = true;
  world.cents += opened.amountCents;
  return [disputeWon(picked.event)];
}

const fail = (world: World, { which, much }: Dice): PaymentEvent[] => {
  const picked = pick(world.bought, which);
  return picked ? [failed(picked.event, picked.months + 1, much)] : [];
};

function end(world: World, { which }: Dice): PaymentEvent[] {
  const { event } = pick(world.bought, which) ?? {};
  if (!event) return [];
  const { providerSubscriptionId } = event;
  const id = `${event.id}-ended`;
  const occurredAt = world.now;
  return [{ type: 'subscription.ended', id, providerSubscriptionId, occurredAt, reason: 'unpaid' }];
}

async function changePlan(world: World, { which, much }: Dice): Promise<PaymentEvent[]> {
  const planId = pick(influencers, which)!.plan.id;
  await app.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: much * 91 })
    .where(eq(subscriptionPlans.id, planId));
  // After all payments that were reported: a commission never changes in the past.
  const paidAt = world.payments.map(({ payment }) => payment.periodStart.getTime());
  const effectiveFrom = new Date(Math.max(world.now.getTime(), ...paidAt) + 1);
  const percent = (which % 10_001) / 100;
  await app.db
    .insert(commissionRates)
    .values({ planId, percent, effectiveFrom, reason: 'Agreed' })
    .onConflictDoNothing();
  return [];
}

const redeliver = (world: World, { which }: Dice): PaymentEvent[] => {
  const event = pick(world.reported, which);
  return event ? Array<PaymentEvent>(3).fill(event) : [];
};

function eventsOf(world: World, step: Dice): PaymentEvent[] | Promise<PaymentEvent[]> {
  const { what } = step;
  if (what < 25) return buy(world, step);
  if (what < 60) return renew(world, step);
  if (what < 72) return refund(world, step);
  if (what < 78) return dispute(world, step);
  if (what < 82) return win(world, step);
  if (what < 88) return fail(world, step);
  if (what < 90) return end(world, step);
  if (what < 94) return changePlan(world, step);
  return redeliver(world, step);
}

async function deliver(events: PaymentEvent[]): Promise<void> {
  const handling = paymentHandling(app.services);
  await Promise.all(
    events.map(async (event) => {
      const content = JSON.stringify(event);
      const { id, type } = event;
      const stored = await storePaymentEvent(app.db, 'sandbox', { id, type, content });
      await handlePaymentEvent(handling, stored);
    }),
  );
}

/** Releases due reserves, runs a month under other rules, and changes each open payout somehow. */
async function payOut(month: Date, which: number): Promise<void> {
  const { services } = app;
  const name = month.toISOString().slice(0, 7);
  const now = monthBounds(name).to;
  await app.db.update(payoutRules).set({
    holdDays: (which % 3) * 10,
    minimumCents: (which % 4) * 2_000,
    reservePercent: (which % 3) * 7.5,
    reserveDays: 20,
  });
  await releaseReserves(services, new Date(now.getTime() - 1));
  await runPayouts(services, { month: name }, now);
  const open = await app.db
    .select({ id: payouts.id, status: payouts.status })
    .from(payouts)
    .where(inArray(payouts.status, OWED_STATUSES));
  const payer = { userId: admin.id, isLimited: false };
  const pay = (id: string) => markPayoutPaid(services, payer, { id, notes: null });
  for (const [index, { id, status }] of open.entries()) {
    switch ((index + which) % 6) {
      case 0:
        await pay(id);
        break;
      case 1:
        await pay(id);
        await undoPayoutChange(services, payer, id);
        break;
      case 2:
        if (status !== 'sent')
          await markPayoutsSent(services, payer, [id], { batchReference: null });
        break;
      case 3:
        await pay(id);
        await markPayoutReturned(services, payer, id, {
          reason: 'Unknown account',
          feeCents: which,
        });
        break;
      case 4:
        // A payout with the bank cannot be voided, nor one whose reserve was released.
        await voidPayout(services, payer, id, { reason: 'Recompute' }).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
        });
        break;
    }
  }
}

async function recordedCash(): Promise<number> {
  const { rows } = await app.db.execute<{ cents: number }>(
    sql`select coalesce(sum(amount_cents), 0)::float8 as cents from ledger_totals
      where account = 'cash' and kind not in ('payout_paid', 'payout_unpaid', 'payout_returned', 'provider_fee')`,
  );
  return rows[0]!.cents;
}

async function live(steps: Dice[]): Promise<void> {
  const before = await recordedCash();
  const world: World = {
    now: BEGIN,
    bought: [],
    payments: [],
    disputes: [],
    reported: [],
    late: [],
    cents: 0,
  };
  const perMonth = Math.ceil(steps.length / MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    world.now = addMonths(BEGIN, month);
    const now = steps.slice(month * perMonth, (month + 1) * perMonth);
    for (let from = 0; from < now.length; from += AT_ONCE) {
      const batch: PaymentEvent[] = [];
      for (const step of now.slice(from, from + AT_ONCE)) {
        const events = await eventsOf(world, step);
        world.reported.push(...events);
        (step.isLate ? world.late : batch).push(...events);
      }
      await deliver(batch);
    }
    await payOut(world.now, month);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  }
  await deliver(world.late.toReversed());
  const nextMonth = addMonths(new Date(), 1);
  expect(await replayDuePaymentEvents(paymentHandling(app.services), nextMonth)).toMatchObject({
    waiting: 0,
    failed: 0,
  });
  expect(await app.db.select().from(paymentEvents).where(isNull(paymentEvents.handledAt))).toEqual(
    [],
  );
  expect((await recordedCash()) - before).toBe(world.cents);
  await payOut(addMonths(BEGIN, MONTHS), 0);
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
}

test(
  'whatever happens, however often and in whatever order, the ledger passes its checks',
  { timeout: isLong ? 1_200_000 : 90_000 },
  async () => {
    const histories = fc.array(dice, { minLength: STEPS, maxLength: STEPS });
    await fc.assert(fc.asyncProperty(histories, live), {
      numRuns: HISTORIES,
      // Shrinking would take as long as each run before it: the seed is enough.
      endOnFailure: true,
    });
  },
);
