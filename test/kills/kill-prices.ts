import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saveSandboxEvent } from '#src/features/money/payments/server/sandbox/sandbox-records.ts';
import { priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { mailsFor } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { renewed } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import {
  count,
  createInfluencer,
  pay,
  post,
  repeatIfUnknown,
  startCheckout,
  type Work,
} from './kill-client.ts';
import { deliverReport, findPurchase } from './kill-reports.ts';

const NEW_PRICE = 1_499;
/** The period ends within the days in which its next price is set, in each month. */
const PAID_DAYS_AGO = 27;
/** Between two looks at what the job has done. */
const PAUSE_MS = 50;

type Move = {
  fan: TestUser;
  planId: string;
  checkout: string;
  stage: 'announced' | 'noticed' | 'done';
};

/**
 * Fans move to a new price: one is announced to them, the job notifies them, sets the price weeks
 * later, and the renewal has it. Each call makes one step; the next server may make the next one.
 */
export function movePrices(app: TestApp) {
  const moves: Move[] = [];
  const work: Work = async (url, sent) => {
    const move = moves.find(({ stage }) => stage !== 'done');
    if (!move) return announce(app, moves)(url, sent);
    const notice = await findNotice(app, move);
    if (move.stage === 'announced' && notice) {
      await letWeeksPass(app, move);
      move.stage = 'noticed';
    } else if (move.stage === 'noticed' && notice?.appliedAt) {
      await renew(app, move)(url, sent);
      move.stage = 'done';
    } else {
      await runBilling(app);
      await wait(PAUSE_MS);
    }
  };
  const countOpen = () => moves.filter(({ stage }) => stage !== 'done').length;
  return { work, countOpen };
}

function announce(app: TestApp, moves: Move[]): Work {
  return async (url, sent) => {
    const [influencer, fan, admin] = [
      await createInfluencer(app),
      await app.as('subscriber'),
      await app.as('admin'),
    ];
    const checkout = await startCheckout(url, fan, influencer);
    await pay(url, checkout, fan, PAID_DAYS_AGO);
    const [plan] = await app.db
      .update(subscriptionPlans)
      .set({ priceMonthlyCents: NEW_PRICE })
      .where(eq(subscriptionPlans.influencerId, influencer.id))
      .returning({ id: subscriptionPlans.id });
    const planId = plan!.id;
    moves.push({ fan, planId, checkout, stage: 'announced' });
    const isAnnounced = eq(priceChanges.planId, planId);
    const request = async (at: string) => {
      if ((await count(app, priceChanges, isAnnounced)) > 0) return;
      const body = { startsOn: priceChangeDays(new Date()).first, priceCents: NEW_PRICE };
      await post(at, `/api/plans/${planId}/price-changes`, admin, body);
    };
    await repeatIfUnknown(url, sent, request, async () =>
      expect(await count(app, priceChanges, isAnnounced)).toBe(1),
    );
  };
}

async function findNotice(app: TestApp, { planId }: Move) {
  const [found] = await app.db
    .select({ appliedAt: priceNotices.appliedAt })
    .from(priceNotices)
    .innerJoin(priceChanges, eq(priceChanges.id, priceNotices.priceChangeId))
    .where(eq(priceChanges.planId, planId));
  return found;
}

/** Adds the hourly job, unless it waits already. */
async function runBilling(app: TestApp): Promise<void> {
  await app.db.execute(sql`
    insert into jobs.job (name) select 'subscription-renewals' where not exists (
      select from jobs.job where name = 'subscription-renewals' and state = 'created')`);
}

/** The change was announced 60 days ago, and began yesterday. Its terms are otherwise never changed. */
async function letWeeksPass(app: TestApp, { planId }: Move): Promise<void> {
  const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const [change] = await tx
      .update(priceChanges)
      .set({ createdAt: daysAgo(60), effectiveFrom: daysAgo(1) })
      .where(eq(priceChanges.planId, planId))
      .returning({ id: priceChanges.id });
    await tx
      .update(priceNotices)
      .set({ noticedAt: daysAgo(59) })
      .where(eq(priceNotices.priceChangeId, change!.id));
  });
}

/** The sandbox charges the new price, and reports it. */
function renew(app: TestApp, { fan, checkout }: Move): Work {
  return async (url, sent) => {
    const purchase = await findPurchase(app, checkout);
    const event = { ...renewed(purchase), amountCents: NEW_PRICE, occurredAt: new Date() };
    await saveSandboxEvent(app.db, event);
    const deliver = (at: string) => deliverReport(app, at, event);
    await repeatIfUnknown(url, sent, deliver, () => expectMoved(app, fan));
  };
}

/** The fan was notified once, and has paid the new price for the next period. */
async function expectMoved(app: TestApp, fan: TestUser): Promise<void> {
  const subjects = (await mailsFor(app, fan)).map(({ subject }) => subject);
  const notices = subjects.filter((one) => one === 'The price of your subscription changes');
  expect(notices).toHaveLength(1);
  const isMoved = and(
    eq(userSubscriptions.subscriberId, fan.id),
    eq(userSubscriptions.priceCents, NEW_PRICE),
    eq(userSubscriptions.status, 'active'),
    sql`${userSubscriptions.currentPeriodEnd} > now() + interval '15 days'`,
  );
  expect(await count(app, userSubscriptions, isMoved)).toBe(1);
}
