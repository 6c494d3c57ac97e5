import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { addCharge, addRefund } from '#src/features/money/payouts/server/payouts.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { corrections } from './corrections.table.ts';

let app: TestApp;
let odile: TestUser;
let bruno: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [odile, bruno] = [await app.as('admin'), await app.as('staff')];
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const add = (body: object, user = odile) =>
  app.call('POST', '/api/corrections', {
    user,
    body: {
      id: randomUUID(),
      kind: 'bonus',
      influencerId: nova.id,
      amountCents: 5_000,
      reason: 'Agreed in the contract',
      ...body,
    },
  });
const act = (id: string, action: string, user: TestUser, body: object = {}) =>
  app.call('POST', `/api/corrections/${id}/${action}`, { user, body });
const balance = async () =>
  (await app.call('GET', `/api/influencers/${nova.id}/correction-basis`, { user: odile })).json
    .balanceCents as number;
const proposed = async () => {
  const id = randomUUID();
  expect((await add({ id, amountCents: 25_000 })).json).toEqual({ status: 'proposed' });
  return id;
};

test('a correction within the limit is recorded at once, however often it is sent', async () => {
  const id = randomUUID();
  for (const _ of [1, 2, 3]) expect((await add({ id })).json).toEqual({ status: 'approved' });
  expect(await balance()).toBe(5_000);
});

test('small corrections of one person for one influencer count together', async () => {
  await add({ amountCents: 6_000 });
  expect((await add({ amountCents: 6_000 })).json).toEqual({ status: 'proposed' });
  expect((await add({ amountCents: 6_000 }, bruno)).json).toEqual({ status: 'approved' });
  expect(await balance()).toBe(12_000);
});

test('a proposal is recorded once, by another person, even if approved concurrently', async () => {
  const id = await proposed();
  expect(await balance()).toBe(0);
  expect((await act(id, 'approve', odile)).status).toBe(403);
  const third = await app.as('admin');
  const results = await Promise.all([bruno, third, bruno].map((user) => act(id, 'approve', user)));
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await balance()).toBe(25_000);
});

test('the database refuses an approval by the person who proposed it', async () => {
  const id = await proposed();
  await expect(
    app.db
      .update(corrections)
      .set({ status: 'declined', decidedBy: odile.id, decidedAt: new Date() })
      .where(eq(corrections.id, id)),
  ).rejects.toThrow();
});

test('a declined or withdrawn proposal changes nothing, and stays decided', async () => {
  const [declined, withdrawn] = [await proposed(), await proposed()];
  expect((await act(declined, 'decline', bruno, { note: 'Not agreed' })).status).toBe(200);
  expect((await act(withdrawn, 'withdraw', bruno)).status).toBe(403);
  expect((await act(withdrawn, 'withdraw', odile)).status).toBe(200);
  expect((await act(declined, 'approve', bruno)).status).toBe(409);
  expect((await act(withdrawn, 'approve', bruno)).status).toBe(409);
  expect(await balance()).toBe(0);
});

test('a correction is reversed by its opposite, once', async () => {
  const [id, reversal] = [randomUUID(), randomUUID()];
  await add({ id, amountCents: 4_000 });
  const body = { id: reversal, reason: 'Typed twice' };
  for (const _ of [1, 2]) expect((await act(id, 'reverse', bruno, body)).status).toBe(200);
  expect(await balance()).toBe(0);
  const again = { id: randomUUID(), reason: 'Again' };
  expect((await act(id, 'reverse', odile, again)).status).toBe(409);
  expect((await act(reversal, 'reverse', odile, again)).status).toBe(409);
});

test('a write-off clears a debt, and no more than that', async () => {
  const charge = await addCharge(app, nova, { at: new Date('2025-10-03T12:00:00Z') });
  await runPayouts(app, { month: '2025-10' }, new Date());
  await addRefund(app, charge, { at: new Date('2025-11-03T12:00:00Z') });
  expect(await balance()).toBe(-1_520);
  expect((await add({ kind: 'write_off', amountCents: 1_521 })).status).toBe(409);
  expect((await add({ kind: 'write_off', amountCents: 1_520 })).status).toBe(200);
  expect(await balance()).toBe(0);
});

test('fees cost the agency and no influencer, who sees the text of a bonus but not its reason', async () => {
  const at = new Date('2025-10-03T12:00:00Z');
  const chargeId = await addCharge(app, nova, { at });
  await add({ kind: 'provider_fee', amountCents: 88, chargeId, influencerId: null });
  await add({ amountCents: 2_000, statementText: 'Launch week' });
  // The bonus of today belongs to the payout of this month; the run is for the next one.
  const month = new Date().toISOString().slice(0, 7);
  const [year, number] = month.split('-').map(Number) as [number, number];
  await runPayouts(app, { month }, new Date(Date.UTC(year, number)));
  const [payout] = await app.db.select().from(payouts).where(eq(payouts.influencerId, nova.id));
  expect(payout).toMatchObject({
    grossRevenueCents: 1_999,
    adjustmentCents: 2_000,
    netPayoutCents: 3_520,
  });
  const statement = await app.call('GET', `/api/payouts/${payout!.id}/statement`, { user: nova });
  expect(statement.json.lines).toMatchObject([
    { kind: 'charge', correction: null },
    {
      kind: 'adjustment',
      correction: { kind: 'bonus', isReversal: false, text: 'Launch week' },
      receipt: null,
      shareCents: 2_000,
    },
  ]);
  expect(JSON.stringify(statement.json)).not.toContain('contract');
  const report = await app.call('GET', `/api/reports?range=all&influencer=${nova.id}`, {
    user: odile,
  });
  expect(report.json.money).toMatchObject({
    adjustmentCents: 2_000,
    providerFeeCents: 88,
    disputeFeeCents: 0,
    shareCents: 1_520,
  });
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
