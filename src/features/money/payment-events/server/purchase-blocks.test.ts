import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  makeSubscription,
  openCheckout,
  paid,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';

let app: TestApp;
let staff: TestUser;
let other: Awaited<ReturnType<typeof makeInfluencer>>;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  other = await makeInfluencer(app);
});
afterAll(() => app.close());

let bought: Awaited<ReturnType<typeof makeSubscription>>;
beforeEach(async () => {
  bought = await makeSubscription(app);
});

const buy = async () => {
  const body = { influencerId: other.id };
  const { status, json } = await app.call('POST', '/api/checkouts', { user: bought.fan, body });
  return json.code ?? status;
};
const lift = (user = staff, reason = 'Solved by phone') =>
  app.call('POST', `/api/fans/${bought.fan.id}/purchase-blocks/lift`, { user, body: { reason } });
const blocks = async (user = staff) =>
  (await app.call('GET', `/api/fans/${bought.fan.id}/purchase-blocks`, { user })).json.blocks;

test('a fan who disputed a payment cannot buy from anybody, until the dispute is won', async () => {
  expect(await buy()).toBe(200);
  await deliver(app, disputed(bought.event));
  const body = { influencerId: other.id };
  expect(await app.call('POST', '/api/checkouts', { user: bought.fan, body })).toMatchObject({
    status: 403,
    json: { code: 'purchase-blocked', detail: expect.stringContaining('Contact us') },
  });
  await deliver(app, disputeWon(bought.event));
  expect(await buy()).toBe(200);
  expect(await blocks()).toMatchObject([{ liftedBy: null, disputeStatus: 'won' }]);
});

test('an alert blocks nobody', async () => {
  await deliver(app, {
    type: 'dispute.reported',
    id: `warning-${bought.event.paymentId}`,
    disputeId: `warning-${bought.event.paymentId}`,
    paymentId: bought.event.paymentId,
    stage: 'pre_dispute',
    status: 'opened',
    occurredAt: new Date(),
  });
  expect(await buy()).toBe(200);
});

test('staff lift a block with a reason, and repeated reports do not restore it', async () => {
  await deliver(app, disputed(bought.event));
  expect((await lift(staff, '  ')).status).toBe(400);
  expect((await lift()).status).toBe(200);
  expect(await buy()).toBe(200);
  expect(await blocks()).toMatchObject([{ liftReason: 'Solved by phone', liftedBy: 'staff 1' }]);
  await deliver(app, {
    ...disputed(bought.event),
    type: 'dispute.reported',
    id: `lost-${bought.event.paymentId}`,
    stage: 'dispute',
    status: 'lost',
    occurredAt: new Date(),
  });
  expect(await buy()).toBe(200);
  expect(await lift()).toMatchObject({ status: 409, json: { code: 'not-allowed-in-state' } });
});

test('a dispute that is lost after all blocks again', async () => {
  await deliver(app, disputed(bought.event));
  await deliver(app, disputeWon(bought.event));
  await deliver(app, {
    ...disputed(bought.event),
    type: 'dispute.reported',
    id: `appeal-${bought.event.paymentId}`,
    stage: 'pre_arbitration',
    status: 'lost',
    occurredAt: new Date(),
  });
  expect(await buy()).toBe('purchase-blocked');
});

test('staff who are limited to the influencer see the block, but cannot lift it', async () => {
  await deliver(app, disputed(bought.event));
  const limited = await createLimitedStaff(app, bought.influencer);
  expect(await blocks(limited)).toMatchObject([{ disputeId: expect.any(String) }]);
  expect((await lift(limited)).json.code).toBe('forbidden');
});

test('open checkouts of the fan are closed, and one that is paid nevertheless is refunded', async () => {
  const checkoutId = await openCheckout(app, bought.fan, other.id);
  await deliver(app, disputed(bought.event));
  const [closed] = await app.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  expect(closed).toMatchObject({ status: 'expired' });
  await deliver(app, paid(checkoutId, new Date(Date.now() + 1_000)));
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.influencerId, other.id));
  expect(rows.find(({ subscriberId }) => subscriberId === bought.fan.id)).toMatchObject({
    status: 'cancelled',
    endReason: 'dispute',
  });
});

test('a purchase that was paid before the dispute and is reported later is honoured', async () => {
  const checkoutId = await openCheckout(app, bought.fan, other.id);
  const event = paid(checkoutId, new Date(Date.now() - 60_000));
  await deliver(app, disputed(bought.event));
  await deliver(app, event);
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.influencerId, other.id));
  expect(rows.find(({ subscriberId }) => subscriberId === bought.fan.id)).toMatchObject({
    status: 'active',
  });
});

test('the block of a deleted fan is deleted with the fan, and the dispute remains', async () => {
  await deliver(app, disputed(bought.event));
  const admin = await app.as('admin');
  const path = `/api/users/${bought.fan.id}`;
  expect((await app.call('DELETE', path, { user: admin, body: {} })).status).toBe(200);
  const left = await app.db
    .select()
    .from(purchaseBlocks)
    .where(eq(purchaseBlocks.fanId, bought.fan.id));
  expect(left).toEqual([]);
  const [dispute] = await app.db
    .select()
    .from(disputes)
    .where(eq(disputes.providerDisputeId, `${bought.event.paymentId}-dispute`));
  expect(dispute).toMatchObject({ status: 'opened' });
});
