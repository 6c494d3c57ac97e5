import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { reconciliationItems } from './reconciliation.table.ts';
import { itemsOf, reconcile, sell } from './reconciliation.testing.ts';

let app: TestApp;
let staff: TestUser;
beforeEach(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterEach(() => app.close());

/** A payment whose amount is different at the provider. */
async function makeDifference() {
  const sold = await sell(app);
  await setTheirAmount(2500);
  await reconcile(app);
  const [item] = await itemsOf(app, sold.event.paymentId);
  return { ...sold, item: item! };
}

const setTheirAmount = (amountCents: number) =>
  app.db.update(sandboxRecords).set({ amountCents }).where(eq(sandboxRecords.kind, 'charge'));

const settle = (ids: string[], reason = 'The provider converted the currency.', user = staff) =>
  app.call('POST', '/api/reconciliation/items/settle', { user, body: { ids, reason } });

const countOpen = async () => {
  const { json } = await app.call('GET', '/api/work-queue', { user: staff });
  const items = json.items as { kind: string; count: number }[];
  return items.find(({ kind }) => kind === 'reconciliation')?.count ?? 0;
};

test('staff settle a difference with a reason, which stays settled when it is found again', async () => {
  const { item, event, fan } = await makeDifference();
  expect(await countOpen()).toBe(1);
  expect((await settle([item.id])).json).toEqual({ changed: [item.id], refused: [] });
  expect(await countOpen()).toBe(0);
  await reconcile(app);
  const { json } = await app.call('GET', `/api/reconciliation/items/${item.id}`, { user: staff });
  expect(json).toMatchObject({
    status: 'settled',
    settledBy: expect.stringContaining('staff'),
    reason: 'The provider converted the currency.',
    reference: event.paymentId,
    fan: { id: fan.id },
    theirs: { amountCents: 2500 },
    ours: { amountCents: 1999 },
  });
});

test('another difference of the same record is opened again', async () => {
  const { item, event } = await makeDifference();
  await settle([item.id]);
  await setTheirAmount(9900);
  expect(await reconcile(app)).toMatchObject({ opened: 1 });
  expect(await itemsOf(app, event.paymentId)).toMatchObject([
    { id: item.id, status: 'open', settledBy: null, reason: null },
  ]);
});

test('settling needs a reason and an open difference, and is audited', async () => {
  const { item } = await makeDifference();
  expect((await settle([item.id], ' ')).status).toBe(400);
  await settle([item.id]);
  const { json } = await settle([item.id]);
  expect(json).toEqual({
    changed: [],
    refused: [{ id: item.id, reason: 'It is already settled' }],
  });
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entity, 'reconciliation_items'));
  expect(entries).toMatchObject([
    { actorId: staff.id, before: { status: 'open' }, after: { status: 'settled' } },
  ]);
});

test('the database settles nothing without a person and a reason', async () => {
  const { item } = await makeDifference();
  const resolvedAt = new Date();
  const isIt = eq(reconciliationItems.id, item.id);
  for (const values of [
    { status: 'settled', resolvedAt, reason: 'Because' },
    { status: 'settled', resolvedAt, settledBy: staff.id },
    { status: 'settled', resolvedAt, settledBy: staff.id, reason: ' ' },
    { status: 'open', resolvedAt },
  ] as const) {
    await expect(app.db.update(reconciliationItems).set(values).where(isIt)).rejects.toMatchObject({
      cause: { constraint: 'reconciliation_items_settled_check' },
    });
  }
});

test('staff who are limited to influencers do not see the reconciliation', async () => {
  const { item, influencer } = await makeDifference();
  const limited = await createLimitedStaff(app, influencer);
  expect((await settle([item.id], 'Mine', limited)).status).toBe(403);
  for (const path of ['', '/runs', '/items', `/items/${item.id}`]) {
    const { status } = await app.call('GET', `/api/reconciliation${path}`, { user: limited });
    expect(status).toBe(403);
  }
  const { json } = await app.call('GET', '/api/work-queue', { user: limited });
  expect(JSON.stringify(json)).not.toContain('reconciliation');
});

test('the button starts a run, which the lists show with its totals', async () => {
  await sell(app, { loses: true });
  const { json } = await app.call('POST', '/api/reconciliation/runs', { user: staff });
  expect(json).toEqual({ started: 1 });
  const again = await app.call('POST', '/api/reconciliation/runs', { user: staff });
  expect(again.json).toEqual({ started: 0 });
  const list = await app.call('GET', '/api/reconciliation/runs', { user: staff });
  expect(list.json.rows).toMatchObject([
    { provider: 'sandbox', status: 'running', startedBy: expect.stringContaining('staff') },
  ]);
  const overview = await app.call('GET', '/api/reconciliation', { user: staff });
  expect(overview.json.providers).toMatchObject([
    { name: 'sandbox', openItems: 0, lastRun: { status: 'running' } },
  ]);
});
