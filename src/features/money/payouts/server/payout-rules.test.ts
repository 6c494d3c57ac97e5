import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { payoutRules } from './payout-rules.table.ts';
import { runPayouts } from './payout-run.ts';
import { payouts } from './payouts.table.ts';
import { addCharge, addRefund } from './payouts.testing.ts';
import { previewPayoutRuns } from './preview-payout-runs.ts';
import { releaseReserves } from './release-reserves.ts';

const later = new Date('2026-03-05T03:15:00Z');

let app: TestApp;
let admin: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const NONE = { holdDays: null, minimumCents: null, reservePercent: null, reserveDays: null };
const setRules = (rules: Partial<Record<keyof typeof NONE, number>>) =>
  app.call('PUT', `/api/payout-rules/${nova.id}`, {
    user: admin,
    body: { ...NONE, ...rules, version: 0 },
  });
const run = (month: string) => runPayouts(app, { month }, later);
const ofNova = () =>
  app.db
    .select()
    .from(payouts)
    .where(eq(payouts.influencerId, nova.id))
    .orderBy(payouts.periodStart);
const heldBack = async () =>
  (await app.call('GET', '/api/my-payouts', { user: nova })).json.heldBack;

test('a payment in the hold period, and its refund, go into the next payout', async () => {
  await setRules({ holdDays: 7 });
  await addCharge(app, nova, { at: new Date('2025-10-24T23:59:59Z'), cents: 1000 });
  const recent = await addCharge(app, nova, { at: new Date('2025-10-25T00:00:00Z'), cents: 2000 });
  await addRefund(app, recent, { at: new Date('2025-10-30T00:00:00Z'), cents: 500 });
  await run('2025-10');
  expect(await ofNova()).toMatchObject([{ grossRevenueCents: 1000 }]);
  await run('2025-11');
  expect(await ofNova()).toMatchObject([{}, { grossRevenueCents: 1500 }]);
});

test('a payout below the minimum is carried over, in the preview too', async () => {
  await setRules({ minimumCents: 1_000 });
  await addCharge(app, nova, { at: new Date('2025-10-10'), cents: 1000 });
  await run('2025-10');
  expect(await ofNova()).toEqual([]);
  await addCharge(app, nova, { at: new Date('2025-11-10'), cents: 1000 });
  const { months } = await previewPayoutRuns(app.db, later);
  expect(months.at(-1)).toMatchObject({ month: '2025-11', payouts: 1, netPayoutCents: 1520 });
  await run('2025-11');
  expect(await ofNova()).toMatchObject([{ netPayoutCents: 1520, periodStart: '2025-11-01' }]);
});

test('a reserve is withheld, shown to the influencer, and released into the next payout once', async () => {
  await setRules({ reservePercent: 10, reserveDays: 30 });
  await addCharge(app, nova, { at: new Date('2025-10-10'), cents: 1000 });
  await runPayouts(app, { month: '2025-10' }, new Date('2025-11-01T03:15:00Z'));
  expect(await ofNova()).toMatchObject([{ reserveHeldCents: 76, netPayoutCents: 684 }]);
  expect(await heldBack()).toMatchObject({
    reservePercent: 10,
    reserves: [{ releaseAt: '2025-12-01T03:15:00.000Z', cents: 76 }],
  });
  await releaseReserves(app, new Date('2025-12-01T03:14:59Z'));
  expect((await heldBack()).reserves).toHaveLength(1);
  const at = new Date('2025-12-01T03:15:00Z');
  await Promise.all([releaseReserves(app, at), releaseReserves(app, at)]);
  expect((await heldBack()).reserves).toEqual([]);
  await addCharge(app, nova, { at: new Date('2025-12-10'), cents: 1000 });
  await run('2025-12');
  expect(await ofNova()).toMatchObject([
    {},
    { reserveReleasedCents: 76, reserveHeldCents: 76, netPayoutCents: 760 },
  ]);
  const [, second] = await ofNova();
  const { json } = await app.call('GET', `/api/payouts/${second!.id}/statement`, { user: nova });
  expect(json.lines).toMatchObject([
    { kind: 'reserve_released', receipt: null, shareCents: 76 },
    { kind: 'charge', shareCents: 760 },
  ]);
});

test('rules are changed once per version, by admins, and removed when nothing differs', async () => {
  expect((await setRules({ holdDays: 3 })).status).toBe(200);
  expect((await setRules({ holdDays: 5 })).status).toBe(409);
  const own = () => app.db.select().from(payoutRules).where(eq(payoutRules.influencerId, nova.id));
  expect(await own()).toMatchObject([{ holdDays: 3, version: 1 }]);
  await app.call('PUT', `/api/payout-rules/${nova.id}`, {
    user: admin,
    body: { ...NONE, version: 1 },
  });
  expect(await own()).toEqual([]);
});

test('under all these rules the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
