import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { readMail } from '#test/read-mail.ts';
import { billAt, buy, DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { mailFan, type FanNotice } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, failed, makeSubscription, refunded, renewed } from './subscriptions.testing.ts';

let app: TestApp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://house.test' });
  worker = await startWorker(app.services);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

/** The mails that arrived at a user's address, oldest first. */
function arrived({ email }: TestUser) {
  const folder = path.join(app.config.dataDir, 'mail');
  return readdirSync(folder)
    .toSorted()
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email);
}
async function lastMail(fan: TestUser, count: number) {
  await expect.poll(() => arrived(fan).length).toBe(count);
  return arrived(fan).at(-1)!;
}
const day = (date: Date) => formatUtcDate(date.toISOString());
const nameOf = async ({ id }: { id: string }) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!.fullName;

test('a receipt names the amount, the period, and how to stop the renewals', async () => {
  const { fan, influencer, event, subscription } = await makeSubscription(app);
  const { text, html, headers } = await lastMail(fan, 1);
  const { json } = await app.call('GET', '/api/purchases', { user: fan });
  const { id } = json.rows[0];
  expect(headers.get('subject')).toBe(`Your receipt of ${day(event.periodStart)}`);
  for (const line of [
    `Subscription: ${await nameOf(influencer)}`,
    `Period (UTC): ${day(event.periodStart)} – ${day(event.periodEnd)}`,
    'Paid: $19.99',
    `Receipt: ${formatReceiptNumber(id)}`,
    `It renews on ${day(event.periodEnd)} at $19.99, and every month after that, until you cancel.`,
    `View Receipt:\nhttps://house.test/receipts/${id}`,
  ]) {
    expect(text).toContain(line);
  }
  const link = /https:\/\/house\.test\/cancel#(\S+)/.exec(text)?.[1] ?? '';
  expect(html).toContain(`href="https://house.test/cancel#${link}"`);
  const stopped = await app.call('POST', '/api/cancel-link/stop', { body: { token: link } });
  expect(stopped).toMatchObject({ status: 200, json: { state: 'stopped' } });
  const after = await lastMail(fan, 2);
  expect(after.text).toContain(`Access until: ${day(subscription.currentPeriodEnd)}`);
  expect(after.text).not.toContain('/cancel#');
});

test('no queue contains a secret', async () => {
  const { subscription } = await makeSubscription(app);
  const { rows } = await app.db.execute<{ data: string }>(
    sql`select data::text as data from jobs.job where name = 'mail'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ data }) => data.includes(subscription.id))).toBe(true);
  expect(rows.filter(({ data }) => data.includes('/cancel#'))).toEqual([]);
});

test('a failed payment, its recovery, the reminder and a refund are announced in turn', async () => {
  const { fan, event } = await buy(app, { card: 'recovers' });
  await billAt(app, new Date(event.periodEnd.getTime() - 2 * DAY_MS));
  const reminder = await lastMail(fan, 2);
  expect(reminder.headers.get('subject')).toBe(
    `Your subscription renews on ${day(event.periodEnd)}`,
  );
  expect(reminder.text).toContain('Price: $19.99 a month');
  expect(reminder.text).toContain('/cancel#');

  await billAt(app, event.periodEnd);
  const failure = await lastMail(fan, 3);
  expect(failure.headers.get('subject')).toBe('Your payment failed');
  expect(failure.text).toContain(
    `Next attempt: ${day(new Date(event.periodEnd.getTime() + DAY_MS))}`,
  );
  expect(failure.text).toContain('The posts are locked');
  expect(failure.text).toContain('/cancel#');

  await billAt(app, new Date(event.periodEnd.getTime() + DAY_MS));
  const recovery = await lastMail(fan, 4);
  expect(recovery.text).toContain('Your payment went through');
  expect(recovery.text).toContain('the posts are unlocked again');
  expect(recovery.text).toContain(`Period (UTC): ${day(event.periodEnd)} –`);

  await deliver(app, refunded(event, 500));
  const refund = await lastMail(fan, 5);
  expect(refund.headers.get('subject')).toMatch(/^Your refund of /);
  expect(refund.text).toContain('Refunded: $5.00');
  expect(refund.text).toContain('/cancel#');
});

test('a payment for an ended subscription is refunded, and renews nothing', async () => {
  const { fan, event, subscription } = await makeSubscription(app);
  await app.db
    .update(userSubscriptions)
    .set({ status: 'cancelled', endedAt: new Date(), endReason: 'staff' })
    .where(eq(userSubscriptions.id, subscription.id));
  await deliver(app, renewed(event));
  const refund = await lastMail(fan, 3);
  const { text } = arrived(fan).find(({ text: body }) => body.includes('had ended'))!;
  expect(text).toContain('If we refund it, we’ll confirm that by email');
  expect(text).not.toMatch(/It renews|\/cancel#/);
  expect(refund.text).toContain('Refunded: $19.99');
});

test('a refund is announced even if the influencer was deleted', async () => {
  const { fan, event, influencer } = await makeSubscription(app);
  await app.db.delete(profiles).where(eq(profiles.id, influencer.id));
  await app.db.delete(users).where(eq(users.id, influencer.id));
  await deliver(app, refunded(event));
  const { text } = await lastMail(fan, 2);
  expect(text).toContain('Refunded: $19.99');
  expect(text).not.toContain('/cancel#');
});

const NOTICES: FanNotice[] = [
  { kind: 'reminder' },
  { kind: 'payment-failed', nextAttemptAt: new Date(2100, 1) },
  { kind: 'suspended' },
  { kind: 'reactivated' },
  { kind: 'cancelled', endsAt: new Date(2100, 1) },
  { kind: 'resumed' },
  { kind: 'ended', reason: 'staff' },
  { kind: 'ended', reason: 'deletion' },
  { kind: 'ended', reason: 'refund', refund: { amountCents: 500, isWhole: false } },
];

test('the visible parts of a mail in an inbox do not name the influencer', async () => {
  const { fan, influencer, event, subscription } = await makeSubscription(app);
  const name = await nameOf(influencer);
  await deliver(app, failed(event));
  await deliver(app, renewed(event));
  await deliver(app, refunded(event));
  for (const notice of NOTICES) {
    await app.db.transaction((tx) => mailFan({ ...app.services, tx }, subscription.id, notice));
  }
  const mails = await mailsFor(app, fan);
  expect(mails).toHaveLength(4 + NOTICES.length);
  for (const { subject, heading, paragraphs, facts } of mails) {
    expect([subject, heading, paragraphs[0]].join()).not.toContain(name);
    expect(facts).toContainEqual({ label: 'Subscription', value: name });
  }
});
