import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentHandling } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import { replayDuePaymentEvents } from '#src/features/money/payments/server/payment-events.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { applyProviderChange, findProviderChange } from './provider-changes.ts';
import { deliver, makeSubscription, renewed, subscriptionOf } from './subscriptions.testing.ts';

let app: TestApp;
let staff: TestUser;
let sandbox: PaymentProvider;
let port: PaymentProvider;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  sandbox = getProvider(app.payments, 'sandbox');
  port = { ...sandbox };
});
afterAll(() => app.close());

type CallName = 'cancelAtPeriodEnd' | 'cancelNow' | 'pause' | 'resume' | 'resumeRenewals';
const EFFECTS = {
  cancelAtPeriodEnd: { renewals: 'stopped' },
  cancelNow: { renewals: 'ended' },
  resumeRenewals: { renewals: 'renewing' },
  pause: { isPaused: true },
  resume: { isPaused: false },
} as const;

/** The state at a provider that reports nothing by itself, unlike the sandbox. */
let there: { renewals: string; isPaused: boolean };
/** Runs before and after a call takes effect at the provider. */
let before: (name: CallName) => Promise<void>;
let after: (name: CallName) => Promise<void>;
beforeEach(() => {
  there = { renewals: 'renewing', isPaused: false };
  before = after = async () => {};
  for (const name of Object.keys(EFFECTS) as CallName[]) {
    sandbox[name] = async () => {
      await before(name);
      Object.assign(there, EFFECTS[name]);
      await after(name);
    };
  }
});
afterEach(() => {
  Object.assign(sandbox, port);
});

const call = (user: TestUser, id: string, what: string) =>
  app.call('POST', `/api/subscriptions/${id}/${what}`, { user });
const runJob = (subscriptionId: string) => applyProviderChange(app.services, { subscriptionId });
const isOpen = async (id: string) => {
  const change = await findProviderChange(app.db, id);
  return Boolean(change?.concernsRenewals || change?.concernsPause);
};
const make = async () => {
  const made = await makeSubscription(app);
  return { ...made, id: made.subscription.id };
};
const unavailable = () => Promise.reject(new DomainError('provider-unavailable'));

/** Something that a call waits for. */
function gate() {
  let reached!: () => void;
  let open!: () => void;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isReached, open, wait: () => (reached(), isOpen) };
}

test('a cancellation is committed with its job, so that a crash before the call loses nothing', async () => {
  const { fan, id } = await make();
  before = unavailable;
  expect((await call(fan, id, 'cancel')).status).toBe(200);
  const { rows } = await app.db.execute(sql`select from jobs.job
    where name = 'provider-changes' and data ->> 'subscriptionId' = ${id}`);
  expect(rows).toHaveLength(1);
  await expect(runJob(id)).rejects.toThrow();
  expect([there.renewals, await isOpen(id)]).toEqual(['renewing', true]);
  before = async () => {};
  await runJob(id);
  expect([there.renewals, await isOpen(id)]).toEqual(['stopped', false]);
});

test('a call whose answer was lost is repeated, and settled once', async () => {
  const { fan, id } = await make();
  await call(fan, id, 'cancel');
  after = unavailable;
  await expect(runJob(id)).rejects.toThrow();
  expect([there.renewals, await isOpen(id)]).toEqual(['stopped', true]);
  after = async () => {};
  await runJob(id);
  let calls = 0;
  before = async () => void calls++;
  await runJob(id);
  expect([calls, await isOpen(id)]).toEqual([0, false]);
});

describe('while a call hangs', () => {
  test.each([
    ['of the job of a cancellation', 'cancelAtPeriodEnd', 'cancel', 'fan'],
    ['of an undo', 'resumeRenewals', 'resume', 'fan'],
    ['of a pause', 'pause', 'suspend', 'staff'],
  ] as const)('%s, a renewal is recorded without waiting', async (_, name, action, by) => {
    const { fan, id, event } = await make();
    if (action === 'resume') {
      await call(fan, id, 'cancel');
      await runJob(id);
    }
    const { isReached, open, wait } = gate();
    before = (called) => (called === name ? wait() : Promise.resolve());
    const calling = call(by === 'staff' ? staff : fan, id, action).then(() => runJob(id));
    await isReached;
    expect((await deliver(app, renewed(event))).status).toBe(200);
    open();
    await calling;
    expect(await isOpen(id)).toBe(false);
  });
});

test('cancelled, resumed and cancelled within a call of the job, it is cancelled there too', async () => {
  const { fan, id } = await make();
  const { isReached, open, wait } = gate();
  let isFirst = true;
  before = async () => {
    if (!isFirst) return;
    isFirst = false;
    await wait();
  };
  await call(fan, id, 'cancel');
  const slowJob = runJob(id);
  await isReached;
  expect((await call(fan, id, 'resume')).status).toBe(200);
  expect(there.renewals).toBe('renewing');
  await call(fan, id, 'cancel');
  await runJob(id);
  open();
  await slowJob;
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
  expect([there.renewals, await isOpen(id)]).toEqual(['stopped', false]);
});

test('a cancellation whose job is late does not stop what was resumed in the meantime', async () => {
  const { fan, id } = await make();
  const { isReached, open, wait } = gate();
  before = (name) => (name === 'cancelAtPeriodEnd' ? wait() : Promise.resolve());
  await call(fan, id, 'cancel');
  const slowJob = runJob(id);
  await isReached;
  await call(fan, id, 'resume');
  open();
  await slowJob;
  await runJob(id);
  expect((await subscriptionOf(app, fan))!.cancelAt).toBeNull();
  expect([there.renewals, await isOpen(id)]).toEqual(['renewing', false]);
});

test('cancelling again during an undo takes precedence over the undo', async () => {
  const { fan, id } = await make();
  await call(fan, id, 'cancel');
  await runJob(id);
  before = async (name) => {
    if (name === 'resumeRenewals') await call(fan, id, 'cancel');
  };
  expect((await call(fan, id, 'resume')).status).toBe(200);
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
  await runJob(id);
  expect([there.renewals, await isOpen(id)]).toEqual(['stopped', false]);
});

test.each([
  ['an undo', 'resume', { renewals: 'stopped', isPaused: false }],
  ['a pause', 'suspend', { renewals: 'renewing', isPaused: false }],
] as const)(
  '%s without an answer changes nothing here, and a job restores the provider',
  async (_, action, expected) => {
    const { fan, id } = await make();
    if (action === 'resume') {
      await call(fan, id, 'cancel');
      await runJob(id);
    }
    const row = await subscriptionOf(app, fan);
    after = unavailable;
    expect((await call(action === 'resume' ? fan : staff, id, action)).status).toBe(502);
    expect(await subscriptionOf(app, fan)).toEqual(row);
    after = async () => {};
    await runJob(id);
    expect([there, await isOpen(id)]).toEqual([expected, false]);
  },
);

test('a refusal closes the request, as nothing changed at the provider', async () => {
  const { id } = await make();
  before = () => Promise.reject(new DomainError('not-supported', 'It cannot pause.'));
  expect((await call(staff, id, 'suspend')).json.detail).toBe('It cannot pause.');
  expect(await isOpen(id)).toBe(false);
});

test("the late echo of an earlier call does not undo a newer decision, a later decision at the provider's does", async () => {
  const { fan, id, event } = await make();
  const report = (type: 'renewals.resumed', occurredAt: Date) =>
    deliver(app, {
      type,
      id: `${id}-${occurredAt.toISOString()}`,
      occurredAt,
      providerSubscriptionId: event.providerSubscriptionId,
    });
  await call(fan, id, 'cancel');
  const mails = await mailsFor(app, fan);
  const beforeCall = new Date();
  await runJob(id);
  await report('renewals.resumed', beforeCall);
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
  expect(await mailsFor(app, fan)).toEqual(mails);
  await report('renewals.resumed', new Date(Date.now() + 2 * DAY_MS));
  expect((await subscriptionOf(app, fan))!.cancelAt).toBeNull();
});

test('a decision at the provider that is reported while the answer to our call is pending waits, and is then applied', async () => {
  const { fan, id, event } = await make();
  const { isReached, open, wait } = gate();
  after = wait;
  await call(fan, id, 'cancel');
  const job = runJob(id);
  await isReached;
  const reported = await deliver(app, {
    type: 'renewals.resumed',
    id: `${id}-resumed-there`,
    occurredAt: new Date(Date.now() + 1000),
    providerSubscriptionId: event.providerSubscriptionId,
  });
  expect(reported.status).toBe(202);
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
  open();
  await job;
  // The job that retries events runs later.
  await replayDuePaymentEvents(paymentHandling(app.services), new Date(Date.now() + DAY_MS));
  expect((await subscriptionOf(app, fan))!.cancelAt).toBeNull();
});

test('a report that agrees with an open change does not wait', async () => {
  const { fan, id, event } = await make();
  await call(fan, id, 'cancel');
  const reported = await deliver(app, {
    type: 'renewals.stopped',
    id: `${id}-stopped-there`,
    occurredAt: new Date(),
    endsAt: null,
    providerSubscriptionId: event.providerSubscriptionId,
  });
  expect(reported.status).toBe(200);
});
