import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a fan closes the account: everything but the payments is deleted, and nothing renews', async () => {
  const { fan, event } = await makeSubscription(app);
  const { status, headers } = await app.call('DELETE', '/api/account', { user: fan });
  expect(status).toBe(200);
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(headers.getSetCookie().join()).toContain('Max-Age=0');

  expect(await app.db.select().from(users).where(eq(users.id, fan.id))).toEqual([]);
  const ofFan = eq(userSubscriptions.subscriberId, fan.id);
  expect(await app.db.select().from(userSubscriptions).where(ofFan)).toMatchObject([
    { status: 'cancelled' },
  ]);
  const payment = eq(ledgerTransactions.providerReference, event.paymentId);
  expect(await app.db.select().from(ledgerTransactions).where(payment)).toHaveLength(1);
  expect((await queuedMails(app, fan.email)).map(({ subject }) => subject)).toContain(
    'Your account is closed',
  );
  await expect(app.signIn(fan.email)).rejects.toThrow('Invalid email or password');
});

test('the address can sign up again', async () => {
  const fan = await app.as('subscriber');
  await app.call('DELETE', '/api/account', { user: fan });
  const again = await app.db.insert(users).values({ email: fan.email }).returning();
  expect(again).toHaveLength(1);
});

test('influencers and the back office cannot close their accounts themselves', async () => {
  for (const role of ['influencer', 'staff', 'admin'] as const) {
    const { status } = await app.call('DELETE', '/api/account', { user: await app.as(role) });
    expect(status).toBe(403);
  }
});
