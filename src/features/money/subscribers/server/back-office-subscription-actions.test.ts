import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billAt } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { deliver } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { BackOfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { DomainError } from '#src/lib/problem.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { publish } from '#test/posts.ts';
import { endSubscriptionNow, suspendSubscription } from './back-office-subscription-actions.ts';
import {
  listMailSubjects,
  storedSubscription,
  addSubscription,
  TEST_STATES,
  withSandbox,
  type TestState,
} from './back-office-subscriptions.testing.ts';

let app: TestApp;
let influencer: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer', { publicUrl: 'mine' });
  staff = await app.as('staff');
});
afterAll(() => app.close());

const callAction = (
  user: TestUser | undefined,
  id: string,
  action: BackOfficeAction,
  where = app,
) => where.call('POST', `/api/subscriptions/${id}/${action}`, { user });

const CALLERS = [
  'admin',
  'staff',
  'staff limited to the influencer',
  'staff limited to another influencer',
  'influencer',
  'subscriber',
  'visitor',
] as const;
const callers = new Map<(typeof CALLERS)[number], TestUser | undefined>();
beforeAll(async () => {
  callers.set('admin', await app.as('admin'));
  callers.set('staff', staff);
  callers.set('staff limited to the influencer', await createLimitedStaff(app, influencer));
  callers.set(
    'staff limited to another influencer',
    await createLimitedStaff(app, await app.as('influencer')),
  );
  callers.set('influencer', influencer);
  callers.set('visitor', undefined);
});

// Written by hand, independent of the rules.
const AFTER: Record<
  TestState,
  Record<BackOfficeAction, 'paused' | 'active' | 'cancelled' | null>
> = {
  active: { suspend: 'paused', reactivate: null, end: 'cancelled' },
  cancelling: { suspend: 'paused', reactivate: null, end: 'cancelled' },
  lapsed: { suspend: null, reactivate: null, end: null },
  paused: { suspend: null, reactivate: 'active', end: 'cancelled' },
  past_due: { suspend: null, reactivate: null, end: 'cancelled' },
  cancelled: { suspend: null, reactivate: null, end: null },
};
const REFUSALS: Partial<Record<(typeof CALLERS)[number], number>> = {
  'staff limited to another influencer': 404,
  influencer: 403,
  subscriber: 403,
  visitor: 401,
};
const TRIPLES = TEST_STATES.flatMap((state) =>
  (['suspend', 'reactivate', 'end'] as const).map((action) => [action, state] as const),
);

describe.each(TRIPLES)('%s on a subscription that is %s', (action, state) => {
  test.each(CALLERS)('by %s', async (caller) => {
    const { id, fan } = await addSubscription(app, influencer, state);
    const before = await storedSubscription(app, id);
    const user = caller === 'subscriber' ? fan : callers.get(caller);
    const { status } = await callAction(user, id, action);
    const after = await storedSubscription(app, id);
    const expected = AFTER[state][action];
    const refusal = REFUSALS[caller] ?? (expected ? null : 409);
    expect(status).toBe(refusal ?? 200);
    // A rejected change has no effect at all.
    const expectedRow = refusal ? before : { ...after, status: expected };
    expect(after).toEqual(expectedRow);
  });
});

test('a subscription that is ended by hand has a time and a reason, and no further attempts', async () => {
  const { id, fan } = await addSubscription(app, influencer, 'past_due');
  await callAction(staff, id, 'end');
  expect(await storedSubscription(app, id)).toMatchObject({
    endedAt: expect.any(Date),
    endReason: 'staff',
    nextAttemptAt: null,
  });
  expect((await listMailSubjects(app, fan)).at(-1)).toBe('Your subscription has ended');
});

test('a suspension locks the posts at once, and reactivation unlocks them', async () => {
  const { id, fan } = await addSubscription(app, influencer);
  await publish(app, influencer);
  const posts = async () =>
    (await app.call('GET', `/api/influencers/${influencer.id}/posts`, { user: fan })).status;
  expect(await posts()).toBe(200);
  await callAction(staff, id, 'suspend');
  expect(await posts()).toBe(403);
  await callAction(staff, id, 'reactivate');
  expect(await posts()).toBe(200);
  const mails = await listMailSubjects(app, fan);
  expect(mails.slice(-2)).toEqual([
    'Your subscription is paused',
    'Your subscription is active again',
  ]);
});

test('a pause is not charged, and the next billing after it charges a new month', async () => {
  const from = new Date(Date.now() - 32 * 86_400_000);
  const { id } = await addSubscription(app, influencer, 'active', { from });
  await callAction(staff, id, 'suspend');
  const { currentPeriodEnd } = await storedSubscription(app, id);
  await billAt(app, new Date());
  expect(await storedSubscription(app, id)).toMatchObject({ status: 'paused', currentPeriodEnd });
  await callAction(staff, id, 'reactivate');
  await billAt(app, new Date());
  const after = await storedSubscription(app, id);
  expect(after.status).toBe('active');
  expect(after.currentPeriodEnd.getTime()).toBeGreaterThan(Date.now());
});

test('of two concurrent changes the second reports the first', async () => {
  const { id, fan } = await addSubscription(app, influencer);
  const answers = await Promise.all([
    callAction(staff, id, 'suspend'),
    callAction(callers.get('admin'), id, 'suspend'),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json.detail).toBe('The subscription is paused');
  expect((await listMailSubjects(app, fan)).filter((mail) => mail.includes('paused'))).toHaveLength(
    1,
  );
});

const actor: Actor = {
  userId: '',
  sessionId: '',
  role: 'staff',
  isLimited: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  viewedBy: null,
  isConfirmed: true,
  email: '',
  fullName: '',
};

test('a provider that reports the end before it answers neither waits nor changes anything', async () => {
  const { id, fan } = await addSubscription(app, influencer);
  const { providerSubscriptionId } = await storedSubscription(app, id);
  let calls: Promise<Response> | undefined;
  const cancelNow = async () => {
    calls = deliver(app, {
      type: 'subscription.ended',
      id: `ended-${id}`,
      occurredAt: new Date(),
      reason: 'provider',
      providerSubscriptionId: providerSubscriptionId!,
    });
  };
  const services = withSandbox(app, { cancelNow });
  await endSubscriptionNow(services, actor, id);
  await applyProviderChange(services, { subscriptionId: id });
  expect((await calls)?.status).toBe(200);
  expect(await storedSubscription(app, id)).toMatchObject({ endReason: 'staff' });
  expect((await listMailSubjects(app, fan)).filter((mail) => mail.includes('ended'))).toHaveLength(
    1,
  );
});

describe('if the provider refuses', () => {
  test('an unsupported call fails with its message, and nothing changes', async () => {
    const { id, fan } = await addSubscription(app, influencer);
    const before = await storedSubscription(app, id);
    const message = 'It cannot pause a subscription. Cancel it instead.';
    const pause = async () => {
      throw new DomainError('not-supported', message);
    };
    await expect(suspendSubscription(withSandbox(app, { pause }), actor, id)).rejects.toThrow(
      message,
    );
    expect(await storedSubscription(app, id)).toEqual(before);
    expect((await listMailSubjects(app, fan)).filter((mail) => mail.includes('paused'))).toEqual(
      [],
    );
  });

  test('a subscription at a provider that is not connected does not change', async () => {
    const { id } = await addSubscription(app, influencer, 'active', { provider: 'verotel' });
    for (const action of ['suspend', 'end'] as const) {
      const { status, json } = await callAction(staff, id, action);
      expect([status, json.code]).toEqual([502, 'provider-unavailable']);
      expect(json.detail).toBe('This was paid through verotel, which isn’t connected');
    }
    expect(await storedSubscription(app, id)).toMatchObject({ status: 'active' });
  });

  test('a subscription of Stripe without an id there has its own error', async () => {
    const values = { provider: 'stripe', providerSubscriptionId: null };
    const { id } = await addSubscription(app, influencer, 'paused', values);
    const { status, json } = await callAction(staff, id, 'reactivate');
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'no-stripe-subscription',
      title: 'No Stripe Subscription',
      detail: "This subscription doesn't have a Stripe subscription ID",
    });
    expect(await storedSubscription(app, id)).toMatchObject({ status: 'paused' });
  });

  test('a subscription that no provider knows is changed without a call', async () => {
    const { id } = await addSubscription(app, influencer, 'active', {
      providerSubscriptionId: null,
    });
    expect((await callAction(staff, id, 'end')).status).toBe(200);
  });
});

test('the audit trail has the actor, the fan and the influencer', async () => {
  const { id } = await addSubscription(app, influencer);
  const admin = await app.as('admin');
  for (const action of ['suspend', 'reactivate', 'end'] as const)
    await callAction(admin, id, action);
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorId, admin.id))
    .orderBy(auditEntries.id);
  expect(entries.map(({ before, after }) => [before?.status, after?.status])).toEqual([
    ['active', 'paused'],
    ['paused', 'active'],
    ['active', 'cancelled'],
  ]);
  for (const { label } of entries) expect(label).toMatch(/^subscriber \d+ → influencer \d+$/);
});
