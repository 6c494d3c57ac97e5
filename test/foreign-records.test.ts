import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { passkeys } from '#src/features/identity/second-factor/server/passkeys.table.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { makePayout, makeStatement } from '#src/features/money/payouts/server/payouts.testing.ts';
import {
  makeInfluencer,
  makeSubscription,
  openCheckout,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import {
  insertSigned,
  makeSigner,
  publishVersion,
} from '#src/features/trust/agreements/server/agreements.testing.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { send } from './back-office/calls.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { listOperations } from './operations.ts';
import { createUploadedFile, publish } from './posts.ts';

let app: TestApp;
let fan: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [fan, influencer] = [await app.as('subscriber'), await app.as('influencer')];
});
afterAll(() => app.close());

type Foreign = { as: 'fan' | 'influencer'; id: () => Promise<string>; body?: object };

const otherSubscription = async () => {
  const { fan: other } = await makeSubscription(app);
  const { json } = await app.call('GET', '/api/subscriptions', { user: other });
  return json.subscriptions[0].id as string;
};
const otherTask = async () => insertTask(app, await app.as('influencer'));
const otherFile = async () => (await publish(app, await app.as('influencer'))).mediaId;
const otherPayout = async () => (await makePayout(app, await app.as('influencer'))).id;

/** Records of others of the same role, by the operations of fans and influencers on one record. */
const FOREIGN: Record<string, Foreign> = {
  'DELETE /api/account/passkeys/{id}': {
    as: 'fan',
    async id() {
      const { id: userId } = await app.as('subscriber');
      await app.db.insert(secondFactors).values({ userId, turnedOnAt: new Date() });
      const passkey = { userId, credentialId: randomUUID(), publicKey: 'key', name: 'Chrome' };
      const [row] = await app.db
        .insert(passkeys)
        .values({ ...passkey, counter: 0, transports: [], isBackedUp: false })
        .returning({ id: passkeys.id });
      return row!.id;
    },
  },
  'DELETE /api/account/sessions/{id}': {
    as: 'fan',
    async id() {
      const { id: userId } = await app.as('subscriber');
      const [row] = await app.db.select().from(sessions).where(eq(sessions.userId, userId));
      return row!.id;
    },
  },
  'GET /api/checkouts/{id}': {
    as: 'fan',
    id: async () => openCheckout(app, await app.as('subscriber'), (await makeInfluencer(app)).id),
  },
  'POST /api/subscriptions/{id}/price-answer': {
    as: 'fan',
    id: otherSubscription,
    body: { priceChangeId: randomUUID(), answer: 'accepted' },
  },
  'POST /api/subscriptions/{id}/cancel': { as: 'fan', id: otherSubscription },
  'POST /api/subscriptions/{id}/resume': { as: 'fan', id: otherSubscription },
  'POST /api/subscriptions/{id}/payment-method': { as: 'fan', id: otherSubscription },
  'GET /api/purchases/{id}': {
    as: 'fan',
    async id() {
      const { event } = await makeSubscription(app);
      const isPayment = eq(ledgerTransactions.providerReference, event.paymentId);
      const [row] = await app.db.select().from(ledgerTransactions).where(isPayment);
      return row!.id;
    },
  },
  'GET /api/invoices/{id}/document.pdf': {
    as: 'fan',
    async id() {
      const { fan: other } = await makeSubscription(app);
      await issueInvoices(app, new Date());
      const [row] = await app.db
        .select({ id: invoices.id })
        .from(invoices)
        .where(eq(invoices.subscriberId, other.id));
      return row!.id;
    },
  },
  'POST /api/media/{id}/retry': {
    as: 'influencer',
    async id() {
      const other = await app.as('influencer');
      const { id: postId } = await publish(app, other);
      const values = { postId, displayOrder: 1, state: 'failed', failure: 'Damaged' } as const;
      return createUploadedFile(app, other, values);
    },
  },
  'GET /api/vault/{id}/posts': { as: 'influencer', id: otherFile },
  'GET /api/vault/{id}/tasks': { as: 'influencer', id: otherFile },
  'GET /api/payouts/{id}/statement': { as: 'influencer', id: otherPayout },
  'GET /api/payouts/{id}/statement.csv': { as: 'influencer', id: otherPayout },
  'GET /api/payouts/{id}/statement.pdf': { as: 'influencer', id: otherPayout },
  'GET /api/payout-documents/{id}/document.pdf': {
    as: 'influencer',
    id: async () => (await makeStatement(app, await app.as('influencer'))).id,
  },
  'GET /api/signed-agreements/{id}/document.pdf': {
    as: 'influencer',
    async id() {
      const { id: influencerId } = await app.as('influencer');
      const performerId = await makeSigner(app, { id: influencerId });
      const versionId = await publishVersion(app);
      return insertSigned(app, { performerId, influencerId, versionId });
    },
  },
  'GET /api/tasks/{id}': { as: 'influencer', id: otherTask },
  'POST /api/tasks/{id}/start': { as: 'influencer', id: otherTask, body: { version: 1 } },
  'PUT /api/tasks/{id}/checklist': {
    as: 'influencer',
    id: otherTask,
    body: { text: 'Twelve pictures', isDone: true },
  },
  'POST /api/tasks/{id}/submit': {
    as: 'influencer',
    id: otherTask,
    body: { method: 'Email', notes: 'Sent.' },
  },
};

/** Their records are public. */
const OF_EVERYONE = [
  'DELETE /api/favorites/{influencerId}',
  'GET /api/influencers/{influencerId}/header',
  'GET /api/influencers/{influencerId}/posts',
  'GET /api/marketplace/{publicUrl}',
  'PUT /api/favorites/{influencerId}',
];

const isForMembers = (operation: object) =>
  'x-access' in operation &&
  (typeof operation['x-access'] === 'string' ||
    (operation['x-access'] as string[]).some((role) =>
      ['subscriber', 'influencer'].includes(role),
    ));

test('every operation of members on one record is in one of the tables', () => {
  const registered = listOperations(app.services)
    .filter((operation) => isForMembers(operation) && operation.name.includes('{'))
    .map(({ name }) => name);
  expect(registered.toSorted()).toEqual([...Object.keys(FOREIGN), ...OF_EVERYONE].toSorted());
});

test.each(Object.entries(FOREIGN))(
  '%s answers alike for a record of someone else and for none',
  async (operation, foreign) => {
    const user = foreign.as === 'fan' ? fan : influencer;
    const call = async (id: string) => {
      const { status, json } = await send(app, user, operation, {
        params: { id },
        body: foreign.body,
      });
      return { status, json };
    };
    const none = await call(randomUUID());
    expect([404, 409]).toContain(none.status);
    expect(await call(await foreign.id())).toEqual(none);
  },
);
