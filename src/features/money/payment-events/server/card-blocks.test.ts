import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentCards } from '#src/features/money/disputes/server/payment-cards.table.ts';
import { hashCard } from '#src/features/money/payments/server/card-hashes.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  openCheckout,
  paid,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

const CARD = ['hash-of-a-card'];

let app: TestApp;
let staff: TestUser;
let admin: TestUser;
let influencer: Awaited<ReturnType<typeof makeInfluencer>>;
beforeAll(async () => {
  app = await createTestApp();
  [staff, admin] = [await app.as('staff'), await app.as('admin')];
  influencer = await makeInfluencer(app);
});
afterAll(() => app.close());

type Purchase = { card?: string[]; at?: Date };
/** A new fan subscribes with a card. */
async function buy({ card = CARD, at = new Date(Date.now() + 1_000) }: Purchase = {}) {
  const fan = await app.as('subscriber');
  const event = {
    ...paid(await openCheckout(app, fan, influencer.id), at),
    cardHashes: card,
  };
  await deliver(app, event);
  const { endReason, status } = (await subscriptionOf(app, fan))!;
  return { fan, event, outcome: endReason ?? status };
}
const dispute = (event: Parameters<typeof disputed>[0]) =>
  deliver(app, { ...disputed(event), occurredAt: new Date() });
const win = (event: Parameters<typeof disputed>[0]) =>
  deliver(app, { ...disputeWon(event), occurredAt: new Date() });
const blocksOf = async ({ id }: TestUser) =>
  (await app.call('GET', `/api/fans/${id}/purchase-blocks`, { user: staff })).json.blocks;

describe('a card whose payment is disputed', () => {
  let first: Awaited<ReturnType<typeof buy>>;
  beforeEach(async () => {
    await app.db.delete(paymentCards);
    first = await buy({ at: new Date(Date.now() - 60_000) });
  });

  test('buys nothing in another account, whose fan is blocked as well', async () => {
    expect(first.outcome).toBe('active');
    await dispute(first.event);
    const second = await buy();
    expect(second.outcome).toBe('dispute');
    expect(await blocksOf(second.fan)).toMatchObject([{ isByCard: true, liftedAt: null }]);
    expect(await blocksOf(first.fan)).toMatchObject([{ isByCard: false }]);
    const body = { influencerId: influencer.id };
    const { json } = await app.call('POST', '/api/checkouts', { user: second.fan, body });
    expect(json.code).toBe('purchase-blocked');
  });

  test('is recognized after the fan has closed the account', async () => {
    await dispute(first.event);
    await app.call('DELETE', `/api/users/${first.fan.id}`, { user: admin, body: {} });
    expect((await buy()).outcome).toBe('dispute');
  });

  test('is recognized by an older secret of the product', async () => {
    await dispute(first.event);
    expect((await buy({ card: ['hash-under-the-new-secret', ...CARD] })).outcome).toBe('dispute');
  });

  test('is known from an earlier payment of the subscription', async () => {
    await deliver(app, renewed(first.event));
    await dispute({ ...first.event, paymentId: renewed(first.event).paymentId });
    expect((await buy()).outcome).toBe('dispute');
  });

  test.each([
    ['another card', async () => {}, { card: ['hash-of-another-card'] }],
    ['no card that the provider reports', async () => {}, { card: [] }],
    ['the card once the dispute is won', () => win(first.event), {}],
    [
      'the card once staff have lifted the block',
      () =>
        app.call('POST', `/api/fans/${first.fan.id}/purchase-blocks/lift`, {
          user: staff,
          body: { reason: 'Solved by phone' },
        }),
      {},
    ],
    ['the card before the dispute', async () => {}, { at: new Date(Date.now() - 30_000) }],
  ])('lets another account buy with %s', async (_, change, purchase: Purchase) => {
    await dispute(first.event);
    await change();
    expect((await buy(purchase)).outcome).toBe('active');
  });

  test('is stored as a hash, once for each payment', async () => {
    await deliver(app, first.event);
    const stored = await app.db.select().from(paymentCards);
    expect(stored).toMatchObject([{ cardHash: CARD[0] }]);
  });
});

test('the hash of a card depends on the secret and the provider, and reveals no fingerprint', () => {
  const [one, two] = ['a-secret-of-the-product-1', 'a-secret-of-the-product-2'] as const;
  const hashes = hashCard([two, one], 'stripe', 'Xt5EWLLDS7FJjR1c');
  expect(hashes).toHaveLength(2);
  expect(hashes[1]).toBe(hashCard([one], 'stripe', 'Xt5EWLLDS7FJjR1c')[0]);
  expect(new Set([...hashes, ...hashCard([one], 'sandbox', 'Xt5EWLLDS7FJjR1c')]).size).toBe(3);
  expect(hashes.join(' ')).not.toContain('Xt5EWLLDS7FJjR1c');
});
