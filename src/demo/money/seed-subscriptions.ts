import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createRandom } from '#src/demo/media/media-random.ts';
import type { Seed } from '#src/demo/seed-context.ts';
import type { SandboxCard } from '#src/features/money/payments/billing.schema.ts';
import {
  providerCustomers,
  sandboxSubscriptions,
} from '#src/features/money/payments/server/billing.table.ts';
import {
  sandboxCustomerId,
  saveSandboxCard,
} from '#src/features/money/payments/server/sandbox/sandbox-customers.ts';
import { priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  billedAt,
  periodsUntil,
  stateOf,
  createHistory,
  type Outcome,
  type Period,
  type SubscriptionHistory,
} from './subscription-histories.ts';

type Row = typeof userSubscriptions.$inferInsert;

/** A paid month of a subscription. */
export type DemoCharge = Period & { paymentId: string; paidAt: Date };
/** A demo subscription with its charges, the oldest first. */
export type DemoSubscription = Row & {
  id: string;
  providerSubscriptionId: string;
  charges: DemoCharge[];
};

// fan@demo.test has a subscription in every state, and enough active ones for a lively feed.
const DEMO_FAN_OUTCOMES: Outcome[] = [
  'active',
  'active',
  'active',
  'active',
  'active',
  'cancelling',
  'paused',
  'past_due',
  'fan',
];
const OTHER_FAN_OUTCOMES: Outcome[] = [
  ...Array<Outcome>(9).fill('active'),
  ...(['cancelling', 'paused', 'past_due', 'fan', 'fan', 'fan', 'unpaid'] as const),
];
// The influencer account of the demo continuously gains and loses fans.
const FIRST_INFLUENCER_OUTCOMES: Outcome[] = [
  ...(['active', 'fan', 'active', 'refund', 'fan', 'active', 'cancelling'] as const),
  ...(['fan', 'active', 'unpaid', 'active', 'fan', 'dispute', 'active'] as const),
];
/** One of this many subscriptions ended by fans gets a rare outcome instead, in turn. */
const RARE_OUTCOME_INTERVAL = 5;
const RARE_OUTCOMES: Outcome[] = ['staff', 'dispute', 'refund', 'provider', 'dispute', 'refund'];

type Parties = Pick<Row, 'subscriberId' | 'influencerId' | 'subscriptionPlanId' | 'priceCents'>;

function subscription(
  parties: Parties,
  name: string,
  history: SubscriptionHistory,
  now: Date,
): DemoSubscription {
  const { outcome, anchor, until } = history;
  const periods = periodsUntil(anchor, until);
  const providerSubscriptionId = `sandbox_demo_${name}`;
  const charges = periods.map(({ start, end }, index) => ({
    start,
    end,
    paymentId:
      index === 0
        ? `sandbox_payment_demo_${name}`
        : `sandbox_payment_${providerSubscriptionId}_${start.toISOString()}_0`,
    paidAt: index === 0 ? start : new Date(Math.min(billedAt(start).getTime(), now.getTime())),
  }));
  const last = periods.at(-1)!;
  return {
    ...parties,
    currentPeriodStart: last.start,
    currentPeriodEnd: last.end,
    billingAnchor: anchor,
    provider: 'sandbox',
    createdAt: anchor,
    updatedAt: charges.at(-1)!.paidAt,
    ...stateOf(outcome, last, now),
    id: randomUUID(),
    providerSubscriptionId,
    charges,
  };
}

function subscriptionsOfFans({ now, influencers, fans }: Seed): DemoSubscription[] {
  const random = createRandom('velvet rope subscriptions');
  const list: DemoSubscription[] = [];
  let [endedByFanCount, firstInfluencerCount] = [0, 0];
  for (const [fanIndex, fan] of fans.entries()) {
    const isDemo = fanIndex === 0;
    const count = 3 + Math.floor(random.range(0, 6));
    const outcomes = isDemo
      ? DEMO_FAN_OUTCOMES
      : Array.from({ length: count }, () => random.pick(OTHER_FAN_OUTCOMES));
    const first = isDemo ? 0 : Math.floor(random.range(0, influencers.length));
    const chosen = outcomes.map((_, index) => (first + index * 5) % influencers.length);
    if (!chosen.includes(0) && random.next() < 0.6) {
      chosen.push(0);
      outcomes.push(
        FIRST_INFLUENCER_OUTCOMES[firstInfluencerCount++ % FIRST_INFLUENCER_OUTCOMES.length]!,
      );
    }
    for (const [index, outcome] of outcomes.entries()) {
      const { id, planId, priceCents } = influencers[chosen[index]!]!;
      const history = createHistory(random, outcome, fan.createdAt, now);
      if (!isDemo && history.outcome === 'fan' && ++endedByFanCount % RARE_OUTCOME_INTERVAL === 0) {
        history.outcome =
          RARE_OUTCOMES[(endedByFanCount / RARE_OUTCOME_INTERVAL) % RARE_OUTCOMES.length]!;
      }
      const parties = { subscriberId: fan.id, influencerId: id, subscriptionPlanId: planId };
      list.push(subscription({ ...parties, priceCents }, `${fanIndex}_${index}`, history, now));
    }
  }
  return list;
}

/** Inserts subscriptions in every state over more than a year. @returns them with their charges */
export async function seedSubscriptions(seed: Seed): Promise<DemoSubscription[]> {
  const subscriptions = subscriptionsOfFans(seed);
  const cards = subscriptions
    .filter(({ status }) => status !== 'cancelled')
    .map(({ providerSubscriptionId: id, status }) => {
      const card: SandboxCard = status === 'past_due' ? 'fails' : 'succeeds';
      return { id, card };
    });
  await seed.db
    .insert(userSubscriptions)
    .values(subscriptions.map(({ charges: _, ...row }) => row));
  await seed.db.insert(sandboxSubscriptions).values(cards);
  await saveCardOfDemoFan(seed);
  return subscriptions;
}

/** The influencer with a new price; fan@demo.test is subscribed to it. */
const NEW_PRICE_OF = 5;

/** Raises the price of a plan and announces it to the fans, some of whom have answered. */
export async function seedPriceChange(
  { db, influencers, adminId, now, daysAgo }: Seed,
  subscriptions: DemoSubscription[],
): Promise<void> {
  const { planId, priceCents: oldPriceCents } = influencers[NEW_PRICE_OF]!;
  const priceCents = oldPriceCents + 300;
  await db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: priceCents })
    .where(eq(subscriptionPlans.id, planId));
  const { first } = priceChangeDays(now);
  const [change] = await db
    .insert(priceChanges)
    .values({
      planId,
      priceCents,
      effectiveFrom: new Date(`${first}T00:00:00Z`),
      needsConsent: false,
      createdBy: adminId,
      createdAt: daysAgo(0.4),
    })
    .returning({ id: priceChanges.id });
  const notified = subscriptions.filter(
    ({ subscriptionPlanId, status, cancelAt }) =>
      subscriptionPlanId === planId && status !== 'cancelled' && !cancelAt,
  );
  await db.insert(priceNotices).values(
    notified.map(({ id: subscriptionId }, index) => ({
      priceChangeId: change!.id,
      subscriptionId,
      oldPriceCents,
      noticedAt: daysAgo(0.3),
      // Not that of the demo's fan, who can answer it.
      ...(index % 3 === 1 && { answer: 'accepted' as const, answeredAt: daysAgo(0.1) }),
    })),
  );
}

/** fan@demo.test pays for the next subscription in one step. */
async function saveCardOfDemoFan({ db, fans: [fan] }: Seed): Promise<void> {
  await saveSandboxCard(db, fan!.id, 'succeeds');
  await db.insert(providerCustomers).values({
    provider: 'sandbox',
    subscriberId: fan!.id,
    providerCustomerId: sandboxCustomerId(fan!.id),
  });
}
