import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitEvidence } from '#src/features/backoffice/dispute-evidence/server/submit-evidence.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { deleteProviderCustomer } from '#src/features/money/payments/server/provider-customers.ts';
import { sandboxCustomerId } from '#src/features/money/payments/server/sandbox/sandbox-customers.ts';
import { requestProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  disputed,
  makeInfluencer,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { reconcile, report, runProviderJobs, sell } from './reconciliation.testing.ts';

/** What reads only what is here: names, the content of webhooks, and our own tables. */
const LOCAL = [
  'name',
  'acknowledgement',
  'verifyWebhook',
  'readWebhook',
  'readTestClocks',
  'kinds',
];

/** The transactions that were open during each call of the provider, by the name of the call. */
const open = new Map<string, string[]>();
let app: TestApp;
let staff: TestUser;
let calls: string[];
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('admin');
  calls = watch(getProvider(app.payments, 'sandbox'));
});
afterAll(() => app.close());

async function listOpenTransactions(): Promise<string[]> {
  const { rows } = await app.db.execute<{ query: string }>(sql`
    select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`);
  return rows.map(({ query }) => query);
}

type Callable = (...args: unknown[]) => Promise<unknown>;

/** Lets every call look for open transactions first. @returns the names of the calls */
function watch(target: object, prefix = ''): string[] {
  return Object.entries(target).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    if (LOCAL.includes(key)) return [];
    if (typeof value === 'object' && value) return watch(value, `${name}.`);
    const call: Callable = async (...args) => {
      open.set(name, [...(open.get(name) ?? []), ...(await listOpenTransactions())]);
      return (value as Callable)(...args);
    };
    Object.assign(target, { [key]: call });
    return [name];
  });
}

async function post(path: string, user: TestUser, body: object = {}): Promise<void> {
  const { status, json } = await app.call('POST', path, { user, body });
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
}

/** A fan who bought on the sandbox's page, and saved the card. */
async function buy() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id };
  const { json } = await app.call('POST', '/api/checkouts', { user: fan, body });
  await app.app.request(json.url as string, {
    method: 'POST',
    headers: { cookie: fan.cookie },
    body: new URLSearchParams({ card: 'succeeds', savesCard: 'on' }),
  });
  return { fan, id: (await subscriptionOf(app, fan))!.id };
}

async function buyWithSavedCard(fan: TestUser): Promise<void> {
  const influencer = await makeInfluencer(app);
  const { json } = await app.call('GET', '/api/payment-options', { user: fan });
  await post('/api/checkouts/saved-card', fan, {
    influencerId: influencer.id,
    cardId: json.savedCard.id,
    priceCents: influencer.plan.priceMonthlyCents,
  });
  expect((await app.call('DELETE', '/api/saved-card', { user: fan })).status).toBe(200);
}

/** What changes a subscription at its provider. */
async function changeSubscription(fan: TestUser, id: string): Promise<void> {
  const address = `/api/subscriptions/${id}`;
  await post(`${address}/cancel`, fan);
  await runProviderJobs(app);
  await post(`${address}/resume`, fan);
  await post(`${address}/suspend`, staff);
  await post(`${address}/reactivate`, staff);
  await post(`${address}/payment-method`, fan);
  await app.db.transaction((tx) =>
    requestProviderChange(tx, app.services.jobs, id, { concern: 'price', isCalling: false }),
  );
  await runProviderJobs(app);
  const [charge] = await app.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.subscriptionId, id));
  const refund = { transactionId: charge!.id, endNow: true, refundKey: crypto.randomUUID() };
  await post(`${address}/refunds`, staff, refund);
  await runProviderJobs(app);
}

/** A period that is paid twice, and a dispute that is answered. */
async function repeatAndDispute(): Promise<void> {
  const { event } = await sell(app);
  const renewal = renewed(event);
  await report(app, renewal);
  await report(app, { ...renewal, id: `${renewal.id}-again`, paymentId: `${renewal.paymentId}-2` });
  await runProviderJobs(app);
  await report(app, disputed(event));
  const [dispute] = await app.db.select().from(disputes);
  const id = crypto.randomUUID();
  await post(`/api/disputes/${dispute!.id}/submission`, staff, { id });
  await submitEvidence(app.services, id);
}

test('no provider is called while a transaction is open, whatever is done', async () => {
  const { fan, id } = await buy();
  await buyWithSavedCard(fan);
  await changeSubscription(fan, id);
  await repeatAndDispute();
  expect((await app.call('DELETE', `/api/users/${fan.id}`, { user: staff })).status).toBeLessThan(
    300,
  );
  await deleteProviderCustomer(app.services, {
    provider: 'sandbox',
    customerId: sandboxCustomerId(fan.id),
  });
  await reconcile(app);
  expect([...open.keys()].toSorted()).toEqual(calls.toSorted());
  expect([...open.values()].flat()).toEqual([]);
});
