import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { insertMessage } from '#src/features/backoffice/inbox/server/inbox.testing.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { insertTask, inHours } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { publish } from '#test/posts.ts';
import type { WorkItem } from '../work-queue.schema.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, mara, noor] = [
    await app.as('staff'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
});
beforeEach(async () => {
  for (const table of [influencerApplications, tasks, contactMessages]) await app.db.delete(table);
});
afterAll(() => app.close());

const queue = async (user = staff): Promise<WorkItem[]> =>
  (await app.call('GET', '/api/work-queue', { user })).json.items;
const counts = async (user = staff) =>
  Object.fromEntries((await queue(user)).map(({ kind, count }) => [kind, count]));

test('nothing waits in a new installation', async () => {
  const other = await createTestApp();
  try {
    const user = await other.as('admin');
    expect((await other.call('GET', '/api/work-queue', { user })).json).toEqual({ items: [] });
  } finally {
    await other.close();
  }
});

test('the kind that waits longest is first, with the time of its oldest record', async () => {
  await insertTask(app, mara, 'review');
  await insertTask(app, noor, 'review', { completedAt: inHours(-30) });
  await insertTask(app, mara, 'assigned', { dueDate: inHours(-40) });
  await insertTask(app, mara, 'assigned', { dueDate: inHours(40) });
  await createApplication(app.db, { createdAt: inHours(-5) });
  const items = await queue();
  expect(items.map(({ kind, count }) => [kind, count])).toEqual([
    ['overdue_task', 1],
    ['task', 2],
    ['application', 1],
  ]);
  expect(new Date(items[1]!.oldestAt).getTime()).toBeCloseTo(inHours(-30).getTime(), -4);
});

test('applications and messages are late after the promised time, and overdue tasks at once', async () => {
  await createApplication(app.db, { createdAt: inHours(-49) });
  await createApplication(app.db, { createdAt: inHours(-47) });
  await insertTask(app, mara, 'assigned', { dueDate: inHours(-1) });
  await insertMessage(app, { dueAt: inHours(-1) });
  await insertMessage(app, { dueAt: inHours(1) });
  const late = Object.fromEntries((await queue()).map((item) => [item.kind, item.late]));
  expect(late).toEqual({ application: 1, message: 1, overdue_task: 1 });
});

test('limited staff see only the work with their influencers', async () => {
  const limited = await createLimitedStaff(app, mara);
  for (const influencer of [mara, noor]) {
    await insertTask(app, influencer, 'assigned', { dueDate: inHours(-1) });
    await makePayout(app, influencer);
    await addSubscription(app, influencer, 'past_due');
    await publish(app, influencer);
    await app.db.update(contentMedia).set({ state: 'failed', failure: 'Broken' });
  }
  const own = { overdue_task: 1, payout: 1, payment: 1, file: 1 };
  expect(await counts(limited)).toEqual(own);
  expect(await counts()).toEqual({ overdue_task: 2, payout: 2, payment: 2, file: 2 });
});
