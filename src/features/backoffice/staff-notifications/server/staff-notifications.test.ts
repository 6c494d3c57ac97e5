import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationQuestions } from '#src/features/agency/applications/server/application-questions.table.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { insertTask, inHours } from '#src/features/work/tasks/server/tasks.testing.ts';
import { publishLiveEvent, type LiveEvent } from '#src/platform/jobs/live.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { StaffNotification } from '../staff-notifications.schema.ts';
import { staffNotificationReads } from './staff-notification-reads.table.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;
let events: LiveEvent[] = [];

beforeAll(async () => {
  app = await createTestApp();
  [admin, staff, mara, noor] = [
    await app.as('admin'),
    await app.as('staff'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
  await app.services.live.subscribe((event) => events.push(event as LiveEvent));
});
beforeEach(async () => {
  await endEarlierEvents();
  for (const table of [
    influencerApplications,
    tasks,
    contactMessages,
    staffNotificationReads,
    paymentEvents,
  ]) {
    await app.db.delete(table);
  }
  await app.limits.contact.reset('local');
});
afterAll(() => app.close());

/** Events arrive in the order of their commits, so after the marker none of earlier tests does. */
async function endEarlierEvents() {
  const marker = randomUUID();
  await publishLiveEvent(app.db, { topic: 'tasks', userId: marker });
  await expect.poll(() => events).toContainEqual({ topic: 'tasks', userId: marker });
  events = [];
}
const send = async (method: string, address: string, body?: object, user = staff) => {
  const answer = await app.call(method, address, { user, body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json;
};
const bell = async (user = staff): Promise<StaffNotification[]> =>
  (await send('GET', '/api/staff-notifications', undefined, user)).notifications;
const kinds = async (user = staff) => (await bell(user)).map(({ kind }) => kind);
const unread = async (user = staff): Promise<number> =>
  (await send('GET', '/api/staff-notifications/unread', undefined, user)).count;
const markRead = (body: object = {}, user = staff) =>
  send('POST', '/api/staff-notifications/read', body, user);
const expectEvents = async (count: number) => {
  await expect.poll(() => events.filter((event) => 'backOffice' in event)).toHaveLength(count);
};

const answer = (applicationId: string, answeredAt: Date) =>
  app.db.insert(applicationQuestions).values({
    applicationId,
    question: 'Since when?',
    answer: 'Since May.',
    answeredAt,
    createdAt: inHours(-1),
  });
const writeMessage = (influencerId: string | null = null, createdAt = new Date()) =>
  app.db
    .insert(contactMessages)
    .values({
      name: 'Ada Lindqvist',
      email: 'ada@example.test',
      topic: 'My payouts',
      message: 'Where is it?',
      influencerId,
      createdAt,
      fingerprint: randomUUID(),
    })
    .returning({ id: contactMessages.id });

test('the bell lists what waits for the staff, newest first', async () => {
  const application = await createApplication(app.db, { createdAt: inHours(-3) });
  const task = await insertTask(app, mara, 'review', { completedAt: inHours(-2) });
  const [message] = await writeMessage(null, inHours(-1));
  const [agencyMessage] = await writeMessage(mara.id);
  const at = expect.any(String);
  expect(await bell()).toEqual([
    {
      id: agencyMessage!.id,
      kind: 'influencer_message',
      createdAt: at,
      isRead: false,
      title: 'Ada Lindqvist',
      detail: 'My payouts',
    },
    expect.objectContaining({ id: message!.id, kind: 'message' }),
    expect.objectContaining({ id: task, kind: 'task', title: 'Autumn set' }),
    expect.objectContaining({ id: application, kind: 'application', detail: 'Travel' }),
  ]);
  expect(await unread()).toBe(4);
});

describe('a notification disappears for everyone', () => {
  test('when the application is decided', async () => {
    const id = await createApplication(app.db);
    await send('POST', `/api/applications/${id}/review`, { status: 'rejected', notes: null });
    expect([await bell(), await unread(admin)]).toEqual([[], 0]);
    await expectEvents(1);
  });

  test('while the applicant has to answer a question, and returns with the answer', async () => {
    const id = await createApplication(app.db, { createdAt: inHours(-5) });
    await markRead();
    await send('POST', `/api/applications/${id}/questions`, { question: 'Since when exactly?' });
    expect(await bell()).toEqual([]);
    await app.db.update(applicationQuestions).set({ answer: 'Since May.', answeredAt: inHours(1) });
    expect(await bell()).toMatchObject([{ id, kind: 'answer', detail: 'Since May.' }]);
    expect(await unread()).toBe(1);
  });

  test('when the task is closed, the message answered or the record deleted', async () => {
    const task = await insertTask(app, mara, 'review');
    const [message] = await writeMessage();
    const deleted = await insertTask(app, mara, 'review');
    expect(await unread()).toBe(3);
    await send('POST', `/api/tasks/${task}/close`);
    await send('POST', `/api/contact/${message!.id}/answered`);
    await send('DELETE', `/api/tasks/${deleted}`);
    expect([await bell(), await unread()]).toEqual([[], 0]);
  });
});

test('an application is listed once, with its latest answer', async () => {
  const id = await createApplication(app.db);
  await answer(id, inHours(-2));
  await app.db.insert(applicationQuestions).values({
    applicationId: id,
    question: 'And before?',
    answer: 'In Turin.',
    answeredAt: new Date(),
  });
  expect(await bell()).toMatchObject([{ id, kind: 'answer', detail: 'In Turin.' }]);
});

test('a new application or message publishes a live event', async () => {
  const apply = {
    fullName: 'Marlowe Vesperine',
    email: `${randomUUID()}@example.test`,
    phone: '+1 555 0100',
    age: 30,
    contentCategory: 'Cosplay',
    whyJoin: 'To be heard.',
  };
  const contact = { name: 'Ada', email: 'ada@example.test', topic: 'My account' };
  const text = { message: 'Where is my payout?' };
  await app.call('POST', '/api/applications', { body: apply });
  await expectEvents(1);
  await app.call('POST', '/api/contact', { body: { ...contact, ...text } });
  await expectEvents(2);
  await send('POST', '/api/agency-messages', { topic: 'My payouts', ...text }, mara);
  await expectEvents(3);
  expect(await unread()).toBe(3);
});

describe('reading', () => {
  test('one notification leaves the others unread, and does not concern colleagues', async () => {
    const id = await createApplication(app.db);
    await createApplication(app.db);
    await markRead({ id });
    await markRead({ id });
    expect([await unread(), await unread(admin)]).toEqual([1, 2]);
    expect((await bell()).find((row) => row.id === id)!.isRead).toBe(true);
  });

  test('all notifications concerns those until now', async () => {
    const id = await createApplication(app.db);
    await markRead({ id });
    await writeMessage();
    await markRead();
    await markRead();
    expect([await unread(), (await bell()).map(({ isRead }) => isRead)]).toEqual([0, [true, true]]);
    expect(await app.db.select().from(staffNotificationReads)).toHaveLength(1);
    await createApplication(app.db, { createdAt: inHours(1) });
    expect(await unread()).toBe(1);
  });

  test('a record makes its next event unread again', async () => {
    const id = await createApplication(app.db);
    await markRead({ id });
    await answer(id, inHours(1));
    expect([await unread(), await kinds()]).toEqual([1, ['answer']]);
  });

  test('something that does not wait for the actor stores nothing', async () => {
    const limited = await createLimitedStaff(app, noor);
    await markRead({ id: await insertTask(app, mara, 'review') }, limited);
    await markRead({ id: await insertTask(app, mara, 'closed') });
    await markRead({ id: randomUUID() });
    expect(await app.db.select().from(staffNotificationReads)).toEqual([]);
  });
});

test('limited staff are notified of applicants, visitors and their own influencers only', async () => {
  const limited = await createLimitedStaff(app, noor);
  await insertTask(app, mara, 'review');
  await writeMessage(mara.id);
  expect([await bell(limited), await unread(limited)]).toEqual([[], 0]);
  await insertTask(app, noor, 'review');
  await writeMessage(noor.id);
  await writeMessage();
  await createApplication(app.db);
  expect((await kinds(limited)).toSorted()).toEqual([
    'application',
    'influencer_message',
    'message',
    'task',
  ]);
  expect([await unread(limited), await unread()]).toEqual([4, 6]);
});

test('a staff member who lost the role is not notified', async () => {
  const former = await app.as('staff');
  await createApplication(app.db);
  expect(await unread(former)).toBe(1);
  await app.db.update(userRoles).set({ role: 'influencer' }).where(eq(userRoles.userId, former.id));
  for (const path of ['', '/unread']) {
    const response = await app.call('GET', `/api/staff-notifications${path}`, { user: former });
    expect(response.status).toBe(403);
  }
});

describe('admins only are notified', () => {
  test('of a refund to make by hand, until it is made', async () => {
    const { event } = await makeSubscription(app);
    const [charge] = await app.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.providerReference, event.paymentId));
    const subscriptionId = charge!.subscriptionId!;
    const owed = { chargeId: charge!.id, amountCents: 100, byHand: true };
    const [first, second] = [randomUUID(), randomUUID()];
    await app.db.insert(refunds).values([
      { id: first, ...owed },
      { id: second, ...owed },
    ]);
    await app.db.delete(paymentEvents);
    expect(await bell(admin)).toMatchObject([{ id: subscriptionId, kind: 'refund' }]);
    expect([await unread(admin), await unread()]).toEqual([1, 0]);
    for (const id of [first, second]) {
      await send('POST', `/api/subscriptions/${subscriptionId}/refunds/${id}/made`);
    }
    expect(await bell(admin)).toEqual([]);
  });

  test('of a payment event that failed, not of one that waits or was handled', async () => {
    const stored = { provider: 'sandbox', type: 'renewal', content: '{}' };
    await app.db.insert(paymentEvents).values([
      { ...stored, providerEventId: '1', lastError: 'No such subscription' },
      { ...stored, providerEventId: '2' },
      { ...stored, providerEventId: '3', lastError: 'Earlier', handledAt: new Date() },
    ]);
    expect(await bell(admin)).toMatchObject([
      { kind: 'payment_event', title: 'renewal', detail: 'No such subscription' },
    ]);
    expect(await bell()).toEqual([]);
  });
});

test('the list has the 50 newest notifications, and the count stops above a thousand', async () => {
  const values = Array.from({ length: 1_100 }, (_, index) => ({
    title: `Task ${index}`,
    assignedTo: mara.id,
    status: 'completed' as const,
    completedAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
  }));
  await app.db.insert(tasks).values(values);
  const listed = await bell();
  expect(listed).toHaveLength(50);
  expect([listed[0]!.title, listed[49]!.title]).toEqual(['Task 1099', 'Task 1050']);
  expect(await unread()).toBe(1_001);
});
