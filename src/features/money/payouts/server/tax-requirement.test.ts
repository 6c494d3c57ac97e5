import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXAMPLE_W8BEN } from '#src/features/money/payees/example-tax-details.ts';
import {
  confirmAccount,
  confirmTax,
  proposeTax,
} from '#src/features/money/payees/server/payees.testing.ts';
import { setPayoutRequirement } from '#src/features/money/payees/server/payout-requirement.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { eraseUser } from '#src/features/privacy/erasure/server/erase-user.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { payouts } from './payouts.table.ts';
import { makePayout } from './payouts.testing.ts';

const REASON = 'It waits for confirmed tax details of the influencer';
const MONTH = '2025-10';

let app: TestApp;
let staff: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  nova = await app.as('influencer');
  await setPayoutRequirement(app.db, { requiresTaxDetails: true });
});
afterAll(() => app.close());

const change = async (name: 'send' | 'pay', ids: string[]) =>
  (await app.call('POST', `/api/payouts/${name}`, { user: staff, body: { ids } })).json;
const refusalOf = async (name: 'send' | 'pay', id: string): Promise<string | null> =>
  (await change(name, [id])).refused[0]?.reason ?? null;
const listed = async (id: string) => {
  const { json } = await app.call('GET', `/api/payouts?influencer=${nova.id}`, { user: staff });
  return json.rows.find((row: { id: string }) => row.id === id).needsTaxDetails;
};
const certifyOn = (id: string, certifiedOn: string) =>
  app.db.update(taxDetails).set({ certifiedOn }).where(eq(taxDetails.id, id));
const year = new Date().getUTCFullYear();

describe('while payouts need tax details', () => {
  test.each([
    ['nothing', async () => {}, REASON],
    ['details that nobody has confirmed', () => proposeTax(app, nova), REASON],
    ['a confirmed W-9', () => confirmTax(app, nova, { by: staff }), null],
    [
      'a W-9 that was signed long ago',
      async () => certifyOn(await confirmTax(app, nova, { by: staff }), '2009-01-01'),
      null,
    ],
    [
      'a W-8 in its last year',
      async () => {
        const id = await confirmTax(app, nova, { by: staff, details: EXAMPLE_W8BEN });
        await certifyOn(id, `${year - 3}-01-01`);
      },
      null,
    ],
    [
      'a W-8 that has ended',
      async () => {
        const id = await confirmTax(app, nova, { by: staff, details: EXAMPLE_W8BEN });
        await certifyOn(id, `${year - 4}-12-31`);
      },
      REASON,
    ],
  ])('a payout to an influencer with %s', async (_, prepare, reason) => {
    await prepare();
    const { id } = await makePayout(app, nova, { month: MONTH });
    expect(await listed(id)).toBe(reason !== null);
    expect(await refusalOf('send', id)).toBe(reason);
    expect(await refusalOf('pay', id)).toBe(reason);
  });

  test('the influencer and whoever pays them see what is missing, until it is confirmed', async () => {
    const { id } = await makePayout(app, nova, { month: MONTH });
    const seen = async () => ({
      own: (await app.call('GET', '/api/my-payouts', { user: nova })).json.rows[0].needsTaxDetails,
      form: (await app.call('GET', '/api/my-tax-details', { user: nova })).json.areMissing,
      panel: (await app.call('GET', `/api/influencers/${nova.id}/tax-details`, { user: staff }))
        .json.areMissing,
      dialog: (await app.call('POST', '/api/payouts/review', { user: staff, body: { ids: [id] } }))
        .json.payouts[0].needsTaxDetails,
      step: (await app.call('GET', `/api/influencers/${nova.id}`, { user: staff })).json
        .areTaxDetailsMissing,
    });
    const all = (value: boolean) => ({
      own: value,
      form: value,
      panel: value,
      dialog: value,
      step: value,
    });
    expect(await seen()).toEqual(all(true));
    await confirmTax(app, nova, { by: staff });
    expect(await seen()).toEqual(all(false));
  });

  test('of many payouts only those of influencers without details are refused', async () => {
    const other = await app.as('influencer');
    await confirmTax(app, other, { by: staff });
    const { id: refused } = await makePayout(app, nova, { month: MONTH });
    const { id: changed } = await makePayout(app, other, { month: MONTH });
    expect(await change('pay', [refused, changed])).toEqual({
      changed: [changed],
      refused: [{ id: refused, reason: REASON }],
    });
  });

  test('a file to the bank leaves them out with the reason', async () => {
    await confirmAccount(app, nova, { by: staff });
    const { id } = await makePayout(app, nova, { month: MONTH });
    const { json } = await app.call('POST', '/api/bank-files/draft', {
      user: staff,
      body: { format: 'csv', ids: [id] },
    });
    expect(json).toMatchObject({ payments: 0, leftOut: [{ payoutId: id, reason: REASON }] });
  });

  test('the details of a deleted influencer count for the last payout', async () => {
    await confirmTax(app, nova, { by: staff });
    const { id } = await makePayout(app, nova, { month: MONTH });
    await app.db.transaction((tx) => eraseUser(tx, app.services, nova.id));
    expect(await refusalOf('send', id)).toBeNull();
  });

  test('what was sent before may become paid', async () => {
    await setPayoutRequirement(app.db, { requiresTaxDetails: false });
    const { id } = await makePayout(app, nova, { month: MONTH });
    expect(await refusalOf('send', id)).toBeNull();
    await setPayoutRequirement(app.db, { requiresTaxDetails: true });
    expect(await listed(id)).toBe(false);
    expect(await refusalOf('pay', id)).toBeNull();
  });

  test('the database refuses it as well', async () => {
    const { id } = await makePayout(app, nova, { month: MONTH });
    const sent = app.db
      .update(payouts)
      .set({ status: 'sent', sentAt: sql`now()` })
      .where(eq(payouts.id, id));
    await expect(sent).rejects.toMatchObject({
      cause: { constraint: 'payouts_need_tax_details' },
    });
  });
});

test('without the requirement payouts are sent, and no draft waits for tax details', async () => {
  await setPayoutRequirement(app.db, { requiresTaxDetails: false });
  const { id } = await makePayout(app, nova, { month: MONTH });
  expect(await listed(id)).toBe(false);
  const { json } = await app.call('GET', `/api/influencers/${nova.id}`, { user: staff });
  expect(json.areTaxDetailsMissing).toBeNull();
  expect(await refusalOf('pay', id)).toBeNull();
});
