import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import type { BackOfficeDashboard } from '../dashboard.schema.ts';
import {
  daysAgo,
  hoursAgo,
  createReceivedApplication,
  createSoldInfluencer,
  subscribe,
} from './dashboard.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let limited: TestUser;

/** A small data set with known figures. */
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
  const ada = await createSoldInfluencer(app, 1999);
  const bo = await createSoldInfluencer(app, 1000, 12.5);
  limited = await createLimitedStaff(app, bo);

  await subscribe(app, ada);
  await subscribe(app, ada, { cancelAt: new Date(Date.now() + 60_000) });
  await subscribe(app, ada, { status: 'paused' });
  await subscribe(app, ada, { status: 'past_due' });
  await subscribe(app, ada, { status: 'cancelled' });
  // Bought at a different price.
  const fan = await subscribe(app, bo, { priceCents: 801 });
  const both = { subscriberId: fan.id, influencerId: ada.id, subscriptionPlanId: ada.plan.id };
  await app.db
    .insert(userSubscriptions)
    .values(createSubscriptionRow({ ...both, priceCents: 1999 }));
  const old = await subscribe(app, bo);
  await app.db
    .update(userRoles)
    .set({ createdAt: daysAgo(40) })
    .where(eq(userRoles.userId, old.id));

  await createReceivedApplication(app);
  await createReceivedApplication(app, { createdAt: hoursAgo(47.9) });
  await createReceivedApplication(app, { createdAt: hoursAgo(48.1) });
  await createReceivedApplication(app, { status: 'accepted', createdAt: daysAgo(9) });
  await createReceivedApplication(app, { status: 'rejected', createdAt: daysAgo(9) });

  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  await insertTask(app, ada);
  await insertTask(app, ada, 'assigned', { dueDate: hoursAgo(1) });
  await insertTask(app, ada, 'in_progress', { dueDate: tomorrow });
  await insertTask(app, bo, 'in_progress', { dueDate: daysAgo(2) });
  await insertTask(app, ada, 'review', { dueDate: daysAgo(2) });
  await insertTask(app, bo, 'closed');
  await insertTask(app, ada, 'rejected');
  await insertTask(app, ada, 'failed', { dueDate: daysAgo(2) });
  await insertTask(app, bo, 'cancelled', { dueDate: daysAgo(2) });

  const message = { name: 'A visitor', email: 'v@example.test', topic: 'Something else' } as const;
  await app.db.insert(contactMessages).values([
    { ...message, message: 'One', fingerprint: randomUUID() },
    { ...message, message: 'Two', fingerprint: randomUUID(), answeredAt: new Date() },
  ]);
});
afterAll(() => app.close());

async function figures(user: TestUser): Promise<BackOfficeDashboard> {
  const { status, json } = await app.call('GET', '/api/dashboard', { user });
  expect(status).toBe(200);
  return json;
}

describe('the back office’s figures', () => {
  test('count applications, late ones after the promised 48 hours', async () => {
    const { applications } = await figures(admin);
    expect(applications).toEqual({ total: 5, pending: 3, late: 1 });
  });

  test('count people by role, and fans new this month', async () => {
    const { people } = await figures(admin);
    expect(people).toEqual({ influencers: 2, staff: 2, admins: 1, newFans: 6 });
  });

  test('count tasks by stage; overdue ones are open and past their due date', async () => {
    const { tasks } = await figures(admin);
    expect(tasks).toEqual({
      total: 9,
      assigned: 2,
      inProgress: 2,
      toReview: 1,
      closed: 1,
      rejected: 1,
      failed: 1,
      cancelled: 1,
      overdue: 2,
    });
  });

  test('count the same open tasks as the list that the figure links to', async () => {
    for (const user of [admin, limited]) {
      const { tasks } = await figures(user);
      const { json } = await app.call('GET', '/api/tasks?status=open', { user });
      expect(json.total).toBe(tasks.assigned + tasks.inProgress);
      expect(json.rows).toHaveLength(json.total);
    }
  });

  test('count only active subscriptions, and their revenue at the price that each pays', async () => {
    const { activeSubscribers, estimatedMonthlyRevenueCents } = await figures(admin);
    expect(activeSubscribers).toBe(5);
    // 3 x 1999 x 80% + (801 + 1000) x 87.5%
    expect(estimatedMonthlyRevenueCents).toBe(Math.round(3 * 1999 * 0.8 + 1801 * 0.875));
  });

  test('count payment issues and refunds that staff have to make, within the actor’s limit', async () => {
    const before = (await figures(admin)).payments;
    expect(before).toEqual({ issues: 1, refundsOwed: 0 });
    const { event } = await makeSubscription(app);
    const [charge] = await app.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.providerReference, event.paymentId));
    const owed = { chargeId: charge!.id, amountCents: 100, byHand: true };
    await app.db.insert(refunds).values({ id: randomUUID(), ...owed });
    await app.db
      .update(userSubscriptions)
      .set({ currentPeriodStart: daysAgo(40), currentPeriodEnd: daysAgo(4) })
      .where(eq(userSubscriptions.id, charge!.subscriptionId!));
    expect((await figures(admin)).payments).toEqual({ issues: 2, refundsOwed: 1 });
    expect((await figures(limited)).payments).toEqual({ issues: 0, refundsOwed: 0 });
  });

  test('count unanswered messages', async () => {
    expect((await figures(admin)).openMessages).toBe(1);
  });

  test('are the same for staff without a limit', async () => {
    expect(await figures(staff)).toEqual(await figures(admin));
  });

  test('are limited to the influencers of limited staff', async () => {
    const own = await figures(limited);
    expect(own).toMatchObject({
      applications: { total: 5, pending: 3, late: 1 },
      people: { influencers: 1, newFans: 1 },
      tasks: { total: 3, assigned: 0, inProgress: 1, closed: 1, cancelled: 1, overdue: 1 },
      activeSubscribers: 2,
      estimatedMonthlyRevenueCents: Math.round(1801 * 0.875),
    });
    expect(await figures(await createLimitedStaff(app))).toMatchObject({
      people: { influencers: 0, newFans: 0 },
      tasks: { total: 0, overdue: 0 },
      activeSubscribers: 0,
      estimatedMonthlyRevenueCents: 0,
    });
  });

  test('are zero on a platform with only an admin', async () => {
    const empty = await createTestApp();
    try {
      const user = await empty.as('admin');
      const { json } = await empty.call('GET', '/api/dashboard', { user });
      expect(json).toMatchObject({
        applications: { total: 0, pending: 0, late: 0 },
        people: { influencers: 0, staff: 0, admins: 1, newFans: 0 },
        tasks: { total: 0 },
        activeSubscribers: 0,
        estimatedMonthlyRevenueCents: 0,
        openMessages: 0,
      });
    } finally {
      await empty.close();
    }
  });
});
