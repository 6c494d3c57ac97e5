import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import {
  deliver,
  makeSubscription,
  openCheckout,
  paid,
  subscriptionOf,
} from './subscriptions.testing.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

type Row = typeof userSubscriptions.$inferInsert;
const from = (days: number) => new Date(Date.now() + days * DAY_MS);
const remove = (id: string) => app.call('DELETE', `/api/influencers/${id}`, { user: admin });
const change = (id: string, values: Partial<Row>) =>
  app.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

test.each([
  ['renews', { status: 'active' }],
  ['is paused', { status: 'paused' }],
  ['has a payment issue', { status: 'past_due', pastDueSince: from(-1) }],
  ['is cancelled for a later day', { cancelAt: from(10) }],
  ['has no provider', { providerSubscriptionId: null }],
] as const)(
  'a fan whose subscription %s gets a mail when its influencer is deleted',
  async (_, row) => {
    const { fan, influencer, subscription } = await makeSubscription(app);
    await change(subscription.id, row);
    const before = (await mailsFor(app, fan)).length;
    expect((await remove(influencer.id)).status).toBe(200);
    const mails = await mailsFor(app, fan);
    expect(mails).toHaveLength(before + 1);
    const mail = mails.at(-1)!;
    expect(mail.subject).toBe('Your subscription has ended');
    expect(mail.paragraphs[0]).toContain('You won’t be charged again');
    expect(mail.paragraphs.join(' ')).toContain('To ask about the remaining time, contact us');
    expect(mail.secretLink).toBeUndefined();
  },
);

test('the mail names the influencer in its facts only', async () => {
  const { fan, influencer } = await makeSubscription(app);
  await remove(influencer.id);
  const { facts, ...seen } = (await mailsFor(app, fan)).at(-1)!;
  expect(seen.subject).toBe('Your subscription has ended');
  const { value: name } = facts!.find(({ label }) => label === 'Subscription')!;
  expect(name).toContain('influencer');
  expect(JSON.stringify(seen)).not.toContain(name);
});

test('every fan gets one mail, except those whose subscription had ended', async () => {
  const { fan, influencer, subscription } = await makeSubscription(app);
  const [second, over] = [await app.as('subscriber'), await app.as('subscriber')];
  for (const each of [second, over]) {
    await deliver(app, paid(await openCheckout(app, each, influencer.id)));
  }
  await change((await subscriptionOf(app, over))!.id, {
    status: 'cancelled',
    endedAt: from(-0.01),
    endReason: 'staff',
  });
  await Promise.all([1, 2, 3].map(() => remove(influencer.id)));
  const ends = async (user: TestUser) =>
    (await mailsFor(app, user)).filter(({ subject }) => subject.endsWith('has ended')).length;
  expect(await Promise.all([fan, second, over].map(ends))).toEqual([1, 1, 0]);
  const itself = eq(userSubscriptions.id, subscription.id);
  expect(await app.db.select().from(userSubscriptions).where(itself)).toMatchObject([
    { status: 'cancelled', endReason: 'deletion' },
  ]);
});

test.each([
  ['is overdue', { status: 'active' }],
  ['has a payment issue', { status: 'past_due', pastDueSince: from(-1) }],
] as const)('the mail about one that %s does not mention a remaining period', async (_, row) => {
  const { fan, influencer, subscription } = await makeSubscription(app, from(-40));
  await change(subscription.id, row);
  await remove(influencer.id);
  const { paragraphs } = (await mailsFor(app, fan)).at(-1)!;
  expect(paragraphs).toEqual([
    'The page is permanently closed. You won’t be charged again.',
    'Your receipts are still under My Subscriptions.',
  ]);
});
