import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  refunded,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { publish } from '#test/posts.ts';
import type { TimelineEntry, TimelineKind } from '../fan-file.schema.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
afterAll(() => app.close());

const open = (fan: TestUser, user = staff) => app.call('GET', `/api/fans/${fan.id}`, { user });
const read = async (fan: TestUser, query = '', user = staff) =>
  (await app.call('GET', `/api/fans/${fan.id}/timeline${query}`, { user })).json;
const kindsOf = async (fan: TestUser, user = staff): Promise<TimelineKind[]> => {
  const { rows } = await read(fan, '', user);
  return [...new Set<TimelineKind>(rows.map(({ kind }: TimelineEntry) => kind))].toSorted();
};

/** The name that the harness gives. */
const nameOf = ({ email }: Pick<TestUser, 'email'>) => email.split('@')[0]!.replace('-', ' ');

/** Adds a payment that was refunded in part and disputed in vain, and a seen post. */
async function addActivity(fan: TestUser) {
  const influencer = await makeInfluencer(app);
  const { paymentId } = await addSubscription(app, influencer, 'active', { fan });
  const event = { paymentId, amountCents: 1999, periodStart: new Date() };
  await deliver(app, refunded(event, 500));
  await deliver(app, disputed(event as Parameters<typeof disputed>[0], 1499));
  await deliver(app, disputeWon(event as Parameters<typeof disputed>[0]));
  const { id: postId } = await publish(app, influencer);
  await app.db.insert(postViews).values({ postId, subscriberId: fan.id });
  return influencer;
}

async function addMessageAndNote(fan: TestUser) {
  await app.db.insert(contactMessages).values({
    name: 'Ivo',
    topic: 'My account',
    message: 'Please call me',
    email: fan.email,
    fingerprint: randomUUID(),
  });
  const body = { id: randomUUID(), note: 'Answer in German' };
  await app.call('POST', `/api/fans/${fan.id}/notes`, { user: staff, body });
}

describe('the figures of a fan', () => {
  test('are zero without payments', async () => {
    const { json } = await open(await app.as('subscriber'));
    expect(json).toMatchObject({ status: 'active', isEmailConfirmed: true });
    expect(new Set(Object.values(json.figures))).toEqual(new Set([0]));
  });

  test('equal the cash of the ledger to the cent', async () => {
    const fan = await app.as('subscriber');
    await addActivity(fan);
    await addActivity(fan);
    await addMessageAndNote(fan);
    const { rows } = await app.db.execute<{ cents: number }>(sql`
      select sum(e.amount_cents)::int as cents from ledger_entries e
      join ledger_accounts a on a.id = e.account_id and a.kind = 'cash'
      join ledger_transactions t on t.id = e.transaction_id where t.subscriber_id = ${fan.id}`);
    expect(rows[0]!.cents).toBe(2998);
    expect((await open(fan)).json.figures).toEqual({
      lifetimeCents: 2998,
      paidCents: 3998,
      refundedCents: -1000,
      disputedCents: 0,
      payments: 2,
      subscriptions: 2,
      liveSubscriptions: 0,
      views: 2,
      messages: 1,
    });
  });
});

test('the last sign-in is that of the newest session, also after its end', async () => {
  const fan = await app.as('subscriber');
  const [session] = await app.db.select().from(sessions).where(eq(sessions.userId, fan.id));
  expect((await open(fan)).json.lastSignInAt).toBe(session!.createdAt.toISOString());
  await app.db.delete(sessions).where(eq(sessions.userId, fan.id));
  expect((await open(fan)).json.lastSignInAt).toBeNull();
  await app.signIn(fan.email);
  await app.db.delete(sessions).where(eq(sessions.userId, fan.id));
  expect((await open(fan)).json.lastSignInAt).toEqual(expect.any(String));
});

test.each(['admin', 'staff', 'influencer'] as const)('there is no fan file of %s', async (role) => {
  const user = await app.as(role);
  expect((await open(user, admin)).status).toBe(404);
  expect((await app.call('GET', `/api/fans/${user.id}/timeline`, { user: admin })).status).toBe(
    404,
  );
});

test('opening a fan file is recorded in the audit trail', async () => {
  const fan = await app.as('subscriber');
  await open(fan);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, fan.id));
  expect(entries.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
    ['viewed', staff.email],
  ]);
});

describe('the timeline', () => {
  test('contains everything but posts seen, newest first, and changes by the team for admins', async () => {
    const fan = await app.as('subscriber');
    await addActivity(fan);
    await addMessageAndNote(fan);
    await app.call('POST', `/api/users/${fan.id}/suspend`, {
      user: staff,
      body: { reason: 'other' },
    });
    const { rows, next } = await read(fan, '', admin);
    expect(next).toBeNull();
    const times = rows.map((entry: TimelineEntry) => entry.at);
    expect(times).toEqual(times.toSorted().toReversed());
    const events = rows.map(({ kind, event }: TimelineEntry) => `${kind}: ${event}`);
    expect(events.toSorted()).toEqual([
      'account: joined',
      'account: signed-in',
      'change: changed',
      'message: My account',
      'note: note',
      'payment: partly_refunded',
      'refund: dispute',
      'refund: dispute_won',
      'refund: refund',
      'subscription: dispute',
      'subscription: subscribed',
    ]);
    const seen = (await read(fan, '?kind=view')).rows;
    expect(seen.map(({ kind }: TimelineEntry) => kind)).toEqual(['view']);
    expect(await kindsOf(fan)).not.toContain('change');
  });

  test('shows sign-ins with the name of the device', async () => {
    const fan = await app.as('subscriber');
    await app.db
      .update(sessions)
      .set({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
      .where(eq(sessions.userId, fan.id));
    const { rows } = await read(fan, '?kind=account');
    expect(rows.map(({ event, text }: TimelineEntry) => [event, text])).toContainEqual([
      'signed-in',
      'Firefox on Linux',
    ]);
  });

  test('leads from a refund to its payment', async () => {
    const fan = await app.as('subscriber');
    await addActivity(fan);
    const [charge] = await app.db
      .select()
      .from(ledgerTransactions)
      .where(sql`${ledgerTransactions.subscriberId} = ${fan.id} and kind = 'charge'`);
    const { rows } = await read(fan, '?kind=refund');
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((entry: TimelineEntry) => entry.recordId))).toEqual(
      new Set([charge!.id]),
    );
  });

  test('pages through all kinds without repetitions or gaps', async () => {
    const fan = await app.as('subscriber');
    const at = new Date('2026-05-01T00:00:00Z');
    await app.db.insert(personNotes).values(
      Array.from({ length: 70 }, (_, index) => ({
        personId: fan.id,
        note: `note ${index}`,
        createdAt: new Date(at.getTime() + Math.floor(index / 3) * 1000),
      })),
    );
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { rows, next } = await read(fan, after);
      seen.push(...rows.map(({ id }: TimelineEntry) => id));
      if (!next) break;
      after = `?after=${next}`;
    }
    // The notes, the sign-in and the creation of the account.
    expect(seen).toHaveLength(72);
    expect(new Set(seen).size).toBe(72);
  });
});

describe('limited staff', () => {
  test('see the money and content of their influencers only', async () => {
    const [fan, limited] = [await app.as('subscriber'), await app.as('staff')];
    const own = await addActivity(fan);
    await addActivity(fan);
    await addMessageAndNote(fan);
    await limitStaffTo(app, limited, own);
    const { figures } = (await open(fan, limited)).json;
    expect(figures).toMatchObject({ lifetimeCents: 1499, payments: 1, subscriptions: 1, views: 1 });
    const { rows } = await read(fan, '', limited);
    expect(rows).toHaveLength(10);
    expect((await read(fan, '?kind=view', limited)).rows).toHaveLength(1);
    const names = rows.map((entry: TimelineEntry) => entry.influencerName).filter(Boolean);
    expect(new Set(names)).toEqual(new Set([nameOf(own)]));
  });

  test('see no fan without a subscription to their influencers', async () => {
    const [fan, limited] = [await app.as('subscriber'), await app.as('staff')];
    await addActivity(fan);
    await limitStaffTo(app, limited, await app.as('influencer'));
    expect((await open(fan, limited)).status).toBe(404);
  });
});

test('notes about a fan are not found as notes about an influencer', async () => {
  const fan = await app.as('subscriber');
  await addMessageAndNote(fan);
  const { json } = await app.call('GET', `/api/fans/${fan.id}/notes`, { user: admin });
  expect(json.rows).toMatchObject([{ note: 'Answer in German', author: expect.any(String) }]);
  expect((await app.call('GET', `/api/influencers/${fan.id}/notes`, { user: admin })).status).toBe(
    404,
  );
});
