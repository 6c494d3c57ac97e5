import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { countStartedCommissions } from '#src/features/money/plans/server/count-commissions.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { recordTotals } from '#src/platform/database/record-totals.table.ts';
import {
  foldRecordTotals,
  restoreRecordTotals,
  WRONG_TOTALS,
} from '#src/platform/database/record-totals.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  createReceivedApplication,
  createSoldInfluencer,
  daysAgo,
  subscribe,
} from './dashboard.testing.ts';

let app: TestApp;
let admin: TestUser;
let influencer: Awaited<ReturnType<typeof createSoldInfluencer>>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
beforeEach(async () => {
  influencer = await createSoldInfluencer(app, 1000, 20);
});
afterAll(() => app.close());

const wrongTotals = async () => (await app.db.execute(WRONG_TOTALS)).rows;
const figures = async () => (await app.call('GET', '/api/dashboard', { user: admin })).json;
const revenue = async (): Promise<number> => (await figures()).estimatedMonthlyRevenueCents;

const WAITING_COUNTS = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

type Change = [what: string, change: () => Promise<unknown>];
const CHANGES: Change[] = [
  [
    'an application, its acceptance and its deletion',
    async () => {
      const id = await createReceivedApplication(app);
      const isIt = eq(influencerApplications.id, id);
      await app.db
        .update(influencerApplications)
        .set({ status: 'accepted', reviewedAt: new Date() })
        .where(isIt);
      await createReceivedApplication(app);
      await app.db.delete(influencerApplications).where(isIt);
    },
  ],
  [
    'a message, its answer, and the next message of its sender',
    async () => {
      const message = {
        name: 'Ivo',
        email: 'ivo@example.test',
        topic: 'Something else',
        message: 'Hello',
      } as const;
      const [{ id }] = (await app.db
        .insert(contactMessages)
        .values({ ...message, fingerprint: randomUUID() })
        .returning({ id: contactMessages.id })) as [{ id: string }];
      for (const answeredAt of [new Date(), null]) {
        await app.db.update(contactMessages).set({ answeredAt }).where(eq(contactMessages.id, id));
      }
    },
  ],
  [
    'a task that is due, completed and closed',
    async () => {
      await insertTask(app, influencer, 'assigned', { dueDate: daysAgo(2) });
      await insertTask(app, influencer);
      await app.db
        .update(tasks)
        .set({ dueDate: daysAgo(-2) })
        .where(eq(tasks.assignedTo, influencer.id));
      await app.db.update(tasks).set({ status: 'completed', completedAt: new Date() });
      await app.db
        .update(tasks)
        .set({ closedAt: new Date() })
        .where(eq(tasks.assignedTo, influencer.id));
    },
  ],
  [
    'a subscription that is cancelled, paused, and ends',
    async () => {
      const { id } = await subscribe(app, influencer);
      const isIt = eq(userSubscriptions.subscriberId, id);
      await app.db.update(userSubscriptions).set({ cancelAt: new Date() }).where(isIt);
      await app.db.update(userSubscriptions).set({ status: 'paused', cancelAt: null }).where(isIt);
      await app.db
        .update(userSubscriptions)
        .set({ status: 'active', priceCents: 4_000 })
        .where(isIt);
      await subscribe(app, influencer);
      await app.db
        .update(userSubscriptions)
        .set({ status: 'cancelled', endedAt: new Date(), endReason: 'fan' })
        .where(isIt);
    },
  ],
  [
    'another role, and the deletion of a person',
    async () => {
      const { id } = await app.as('subscriber');
      await app.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, id));
      await app.db.delete(users).where(eq(users.id, id));
    },
  ],
  [
    'an influencer who is deleted with plan, tasks and subscribers',
    async () => {
      await subscribe(app, influencer);
      await insertTask(app, influencer);
      await app.db.delete(users).where(eq(users.id, influencer.id));
    },
  ],
  [
    'a plan that is deleted while fans are subscribed',
    async () => {
      const fan = await subscribe(app, influencer);
      await app.db.delete(subscriptionPlans).where(eq(subscriptionPlans.id, influencer.plan.id));
      await app.db
        .update(userSubscriptions)
        .set({ priceCents: 1 })
        .where(eq(userSubscriptions.subscriberId, fan.id));
    },
  ],
];

test.each(CHANGES)('the totals are those of the records after %s', async (_, change) => {
  await change();
  expect(await wrongTotals()).toEqual([]);
});

test('a total that is not that of the records is found, and the totals can be counted again', async () => {
  await app.db
    .insert(recordTotals)
    .values({ record: 'message', state: 'lost', count: 3, cents: 0 });
  expect(await wrongTotals()).toEqual([
    { subject: 'message lost', expected: '0 records, 0 cents', found: '3 records, 0 cents' },
  ]);
  await restoreRecordTotals(app.db);
  expect(await wrongTotals()).toEqual([]);
});

test('a commission that has started counts at once, and after its job as before', async () => {
  await subscribe(app, influencer);
  await subscribe(app, influencer, { priceCents: 3_000 });
  const before = await revenue();
  const rate = { planId: influencer.plan.id, reason: 'A new agreement', createdAt: daysAgo(1) };
  await app.db.insert(commissionRates).values([
    { ...rate, percent: 50, effectiveFrom: new Date(Date.now() - 60_000) },
    { ...rate, percent: 10, effectiveFrom: daysAgo(-1) },
  ]);
  // 4,000 cents at 50 instead of 80 percent.
  expect(await revenue()).toBe(before - 1_200);
  await countStartedCommissions(app.db);
  expect(await revenue()).toBe(before - 1_200);
  await subscribe(app, influencer);
  expect(await revenue()).toBe(before - 1_200 + 500);
  expect(await wrongTotals()).toEqual([]);
});

test('a purchase during the count of a commission is counted with it', async () => {
  const rate = { planId: influencer.plan.id, reason: 'A new agreement', percent: 50 };
  await app.db.insert(commissionRates).values({ ...rate, effectiveFrom: new Date() });
  let counting: Promise<void> | undefined;
  await app.db.transaction(async (tx) => {
    await subscribe({ ...app, db: tx }, influencer);
    counting = countStartedCommissions(app.db);
    // The count waits for this purchase, and the next purchase does not wait for the count.
    await expect.poll(async () => (await app.pool.query(WAITING_COUNTS)).rowCount).toBe(1);
  });
  await counting;
  await subscribe(app, influencer);
  expect(await wrongTotals()).toEqual([]);
});

test('many changes are folded into one row for each state', async () => {
  await app.db.insert(recordTotals).values(
    Array.from({ length: 1_000 }, (_, at) => ({
      record: 'task' as const,
      state: 'rejected',
      count: at % 2 ? 1 : -1,
      cents: 0,
    })),
  );
  const before = await figures();
  await Promise.all([foldRecordTotals(app.db), foldRecordTotals(app.db)]);
  expect((await app.db.select().from(recordTotals)).length).toBeLessThan(100);
  expect(await figures()).toEqual(before);
  expect(await wrongTotals()).toEqual([]);
});
