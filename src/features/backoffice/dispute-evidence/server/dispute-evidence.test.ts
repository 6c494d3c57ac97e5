import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { openShareAccount } from '#src/features/money/ledger/server/record-transaction.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { publish } from '#test/posts.ts';
import { startStripe } from '#test/stripe-server.ts';
import { seconds } from '#test/stripe-values.ts';
import type { DisputeEvidence } from '../dispute-evidence.schema.ts';
import { collectEvidence } from './collect-evidence.ts';
import { evidenceDocument } from './evidence-document.ts';
import { submitEvidence } from './submit-evidence.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  stripe = await startStripe();
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL: 'https://club.example',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
  });
  staff = await app.as('staff');
});
beforeEach(() => {
  stripe.state.isBroken = false;
  stripe.calls.length = 0;
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

const deliver = async (event: Parameters<typeof stripe.webhook>[0]) => {
  const { body, headers } = stripe.webhook(event);
  const { status } = await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
  expect(status).toBe(200);
};

/** A fan who paid, opened posts of the influencer and of another one, and disputes the payment. */
async function dispute() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id };
  const { json } = await app.call('POST', '/api/checkouts', { user: fan, body });
  const { session } = stripe.account.sessions.get(json.url.split('/').at(-1))!;
  const { paid } = stripe.account.payCheckout(session.id, seconds(new Date()));
  await deliver(paid);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
  const other = await app.as('influencer');
  await openShareAccount(app.db, other.id);
  const [own, foreign] = [
    await publish(app, influencer, { caption: 'By candlelight' }),
    await publish(app, other),
  ];
  for (const { id: postId } of [own, foreign]) {
    await app.db.insert(postViews).values({ postId, subscriberId: fan.id });
  }
  const opened = stripe.account.dispute(stripe.account.paymentIntentOf(paid.data.object.id), 1999);
  await deliver(opened);
  const { id: providerDisputeId } = opened.data.object;
  const [row] = await app.db
    .select()
    .from(disputes)
    .where(eq(disputes.providerDisputeId, providerDisputeId));
  return { fan, influencer, id: row!.id, providerDisputeId, postId: own.id };
}
type Disputed = Awaited<ReturnType<typeof dispute>>;

const request = (id: string, key = randomUUID(), user = staff) =>
  app.call('POST', `/api/disputes/${id}/submission`, { user, body: { id: key } });
const state = async (id: string) =>
  (await app.call('GET', `/api/disputes/${id}/submission`, { user: staff })).json;
const statusOf = async ({ id }: Disputed) =>
  (await app.call('GET', `/api/disputes/${id}`, { user: staff })).json.status;
const updates = () =>
  stripe.calls.filter(({ method, path }) => method === 'POST' && path.includes('/disputes/'));

test('the evidence is about this fan and this influencer, without captions and preferences', async () => {
  const disputed = await dispute();
  const { id, fan, postId, providerDisputeId } = disputed;
  await dispute();
  const { status, json, headers } = await app.call('GET', `/api/disputes/${id}/evidence`, {
    user: staff,
  });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`dispute-${providerDisputeId}.json`);
  const evidence: DisputeEvidence = json;
  expect(evidence).toMatchObject({
    dispute: { id: providerDisputeId, reason: 'fraudulent', reasonCode: '10.4' },
    payment: { amountCents: 1999 },
    customer: { name: expect.stringContaining('subscriber'), email: fan.email },
    payments: [{ amountCents: 1999 }],
    refunds: [],
    signIns: [{ device: expect.any(String) }],
    views: [{ postId }],
  });
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, postId));
  const text = JSON.stringify(evidence);
  expect(post!.caption).not.toBe('');
  expect(text).not.toContain(post!.caption);
  expect(text).not.toMatch(/gender|preference|date_?of_?birth|ip_?address/i);
});

test('the evidence names the mails about this subscription that the mail server accepted', async () => {
  const { id, fan } = await dispute();
  const own = (await subscriptionOf(app, fan))!.id;
  await dispute();
  const mail = { subject: 'Your receipt', messageId: '<1@club.example>', reply: '250 2.0.0 OK' };
  await app.db.insert(sentMails).values([
    { ...mail, id: randomUUID(), recordId: own },
    { ...mail, id: randomUUID(), recordId: randomUUID(), subject: 'Somebody else’s' },
  ]);
  const evidence = await collectEvidence(app.db, id);
  expect(evidence.mails).toEqual([{ ...mail, at: expect.any(Date) }]);
  const { rows } = evidenceDocument(evidence, app.config).table;
  expect(rows.filter(([, event]) => event === 'Email accepted')).toEqual([
    [
      expect.any(String),
      'Email accepted',
      '“Your receipt”. Answer of the mail server: 250 2.0.0 OK',
    ],
  ]);
});

test('the document has the same facts as the file, in order of time', async () => {
  const { id, fan, providerDisputeId } = await dispute();
  const evidence = await collectEvidence(app.db, id);
  const { number, parties, facts, table } = evidenceDocument(evidence, app.config);
  expect(number).toBe(providerDisputeId);
  expect(parties[1].lines).toContain(fan.email);
  expect(facts).toContainEqual(['Payment', evidence.payment.receipt]);
  const events = table.rows.map(([, event]) => event);
  for (const event of ['Account created', 'Sign-in', 'Subscription started', 'Payment']) {
    expect(events).toContain(event);
  }
  expect(events.filter((event) => event === 'Post opened')).toHaveLength(evidence.views.length);
  const times = table.rows.map(([time]) => Date.parse(`${time} UTC`));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const response = await app.app.request(`/api/disputes/${id}/evidence.pdf`, {
    headers: { cookie: staff.cookie },
  });
  expect(response.headers.get('content-disposition')).toContain(`dispute-${providerDisputeId}.pdf`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('staff see the evidence about payments for their influencers only', async () => {
  const [own, other] = [await dispute(), await dispute()];
  const limited = await createLimitedStaff(app, own.influencer);
  const read = async ({ id }: Disputed) =>
    (await app.call('GET', `/api/disputes/${id}/evidence`, { user: limited })).status;
  expect([await read(own), await read(other)]).toEqual([200, 404]);
  expect((await request(other.id, randomUUID(), limited)).status).toBe(404);
});

test('the job reads the dispute, attaches the evidence, and submits it with one key', async () => {
  const disputed = await dispute();
  const { id, providerDisputeId, fan } = disputed;
  expect(await state(id)).toEqual({ canSubmit: true, last: null });
  const key = randomUUID();
  expect((await request(id, key)).status).toBe(200);
  expect((await request(id, key)).status).toBe(200);
  expect(updates()).toEqual([]);
  await submitEvidence(app.services, key);
  await submitEvidence(app.services, key);
  const [attached, submitted, ...others] = updates();
  expect(others).toEqual([]);
  expect(attached!.form).toMatchObject({
    evidence: { customer_email_address: fan.email, uncategorized_text: expect.any(String) },
    submit: 'false',
  });
  expect(submitted).toMatchObject({
    form: { submit: 'true' },
    idempotencyKey: `dispute-evidence-${key}`,
  });
  expect(submitted!.form).not.toHaveProperty('evidence');
  expect(stripe.account.find.dispute(providerDisputeId)).toMatchObject({ status: 'under_review' });
  expect(await state(id)).toMatchObject({
    canSubmit: false,
    last: { state: 'submitted', requestedBy: 'staff 1' },
  });
  expect(await statusOf(disputed)).toBe('challenged');
});

test('a second submission is refused', async () => {
  const { id } = await dispute();
  const answers = await Promise.all([request(id), request(id)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a provider that does not respond is called again, and a lost answer submits nothing twice', async () => {
  const disputed = await dispute();
  const key = randomUUID();
  await request(disputed.id, key);
  stripe.state.isBroken = true;
  await expect(submitEvidence(app.services, key)).rejects.toMatchObject({
    code: 'provider-unavailable',
  });
  expect(await state(disputed.id)).toMatchObject({ last: { state: 'requested' } });
  stripe.state.isBroken = false;
  // Submitted by an attempt whose answer was lost, longer ago than Stripe remembers keys.
  stripe.account.find.dispute(disputed.providerDisputeId).evidence_details.submission_count = 1;
  await submitEvidence(app.services, key);
  expect(updates()).toEqual([]);
  expect(await state(disputed.id)).toMatchObject({ last: { state: 'submitted' } });
});

test('evidence that the bank no longer takes has failed, with the reason', async () => {
  const disputed = await dispute();
  const key = randomUUID();
  await request(disputed.id, key);
  stripe.account.find.dispute(disputed.providerDisputeId).status = 'lost';
  await submitEvidence(app.services, key);
  expect(updates()).toEqual([]);
  expect(await state(disputed.id)).toMatchObject({
    canSubmit: true,
    last: { state: 'failed', error: 'The bank takes no evidence any more' },
  });
});

test('evidence needs an open dispute, and nobody reads it for a fraud warning', async () => {
  const { id } = await dispute();
  const set = (values: object) => app.db.update(disputes).set(values).where(eq(disputes.id, id));
  await set({ status: 'lost' });
  expect((await request(id)).json.code).toBe('not-allowed-in-state');
  await set({ status: 'opened', providerStatus: 'early_fraud_warning' });
  expect((await request(id)).json.code).toBe('not-allowed-in-state');
  await set({ provider: 'verotel', providerStatus: null });
  expect((await request(id)).json.code).toBe('not-supported');
});

test('the evidence about a payment of a deleted fan has no customer', async () => {
  const { id, fan } = await dispute();
  const admin = await app.as('admin');
  await app.call('DELETE', `/api/users/${fan.id}`, { user: admin, body: {} });
  const { json } = await app.call('GET', `/api/disputes/${id}/evidence`, { user: staff });
  expect(json).toMatchObject({ customer: null, signIns: [], views: [], payments: [{}] });
});
