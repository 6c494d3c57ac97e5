import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { INFLUENCER_PREVIEW_SIZE } from '../payout-run.schema.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { payoutRules } from './payout-rules.table.ts';
import { runPayouts } from './payout-run.ts';
import { payouts } from './payouts.table.ts';
import { addCharge, addDispute, addRefund } from './payouts.testing.ts';
import { previewInfluencers } from './preview/preview-influencers.ts';
import { previewPayoutRuns } from './preview/preview-payout-runs.ts';
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

test('the share of payments in the hold period is shown as held, less its refunds', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await addCharge(app, nova, { at: hoursAgo(24 * 8), cents: 1000 });
  const recent = await addCharge(app, nova, { at: hoursAgo(24 * 6), cents: 2000 });
  await addRefund(app, recent, { at: hoursAgo(1), cents: 500 });
  expect(await heldBack()).toMatchObject({ holdDays: 0, heldCents: 0, reserves: [] });
  await setRules({ holdDays: 7 });
  expect(await heldBack()).toMatchObject({ holdDays: 7, heldCents: 1140, minimumCents: 0 });
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

test('before a run, each influencer’s payout, balance, hold, reserve and disputes are shown', async () => {
  await setRules({ holdDays: 7, reservePercent: 10, reserveDays: 90, minimumCents: 1000 });
  await addCharge(app, nova, { at: new Date('2025-10-10'), cents: 10_000 });
  await run('2025-10');
  const disputed = await addCharge(app, nova, { at: new Date('2025-11-10'), cents: 5000 });
  await addCharge(app, nova, { at: new Date('2026-03-04'), cents: 2000 });
  const other = await app.as('influencer');
  await addCharge(app, other, { at: new Date('2025-11-10'), cents: 1000 });
  await addRefund(app, await addCharge(app, other, { at: new Date('2025-11-10'), cents: 3000 }), {
    at: new Date('2025-11-11'),
    cents: 3000,
  });
  await app.call('PUT', `/api/payout-rules/${other.id}`, {
    user: admin,
    body: { ...NONE, minimumCents: 5000, version: 0 },
  });
  const [novaName, otherName] = [`Nova ${nova.id}`, `Other ${other.id}`];
  for (const [{ id }, fullName] of [
    [nova, novaName],
    [other, otherName],
  ] as const) {
    await app.db.update(profiles).set({ fullName }).where(eq(profiles.id, id));
  }
  const shown = async (month: string) => {
    const { influencers } = await previewInfluencers(app.pool, { month }, later);
    const find = (name: string) => influencers.find(({ payeeName }) => payeeName === name);
    return [find(novaName), find(otherName)];
  };
  const [due, carriedOver] = await shown('2025-11');
  expect(due).toMatchObject({
    isDue: true,
    netPayoutCents: 3420,
    reserveCents: 380,
    reservedCents: 760,
    balanceCents: 5320,
    heldCents: 1520,
    openDisputes: 0,
  });
  expect(carriedOver).toMatchObject({ isDue: false, balanceCents: 760, reservedCents: 0 });
  await addDispute(app, disputed, { at: new Date(), cents: 5000 });
  expect((await shown('2025-11'))[0]).toMatchObject({
    balanceCents: 1520,
    openDisputes: 1,
    disputedCents: 5000,
  });
  await run('2025-11');
  expect(await ofNova()).toMatchObject([{}, { netPayoutCents: 3420, reserveHeldCents: 380 }]);
  expect((await shown('2025-11'))[0]).toBeUndefined();
});

test('the influencers of a run come page by page, each once', async () => {
  for (let index = 0; index <= INFLUENCER_PREVIEW_SIZE; index++) {
    const at = new Date('2025-09-10');
    await addCharge(app, await app.as('influencer'), { at, cents: 1000 });
  }
  const pages = async (after?: string): Promise<{ id: string; netPayoutCents: number }[]> => {
    const { influencers, next } = await previewInfluencers(
      app.pool,
      { month: '2025-12', after },
      later,
    );
    return next === null ? influencers : [...influencers, ...(await pages(next))];
  };
  const listed = await pages();
  expect(listed.length).toBeGreaterThan(INFLUENCER_PREVIEW_SIZE);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  const { months } = await previewPayoutRuns(app.db, later);
  const due = (await pages()).filter(({ netPayoutCents }) => netPayoutCents > 0);
  const december = months.find(({ month }) => month === '2025-12');
  expect(due.length).toBeGreaterThanOrEqual(december?.payouts ?? 0);
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
