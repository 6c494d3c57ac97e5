import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  currentCode,
  forgetLastStep,
  setUp,
} from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { accountChanges } from '#src/features/identity/two-people/server/two-people.table.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  await app.as('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  [admin, staff, nova] = [await app.as('admin'), await app.as('staff'), await app.as('influencer')];
});

const GIVEN = 'lantern-ferry-orchid';
const OWN = 'harbor-meadow-willow';
const post = (user: TestUser, address: string, body: object = {}) =>
  app.call('POST', address, { user, body });

async function createColleague(by: TestUser, role = 'staff'): Promise<TestUser> {
  const email = `${randomUUID()}@example.test`;
  const body = { email, password: GIVEN, fullName: 'Second Eyes', phone: '', role };
  const { status, json } = await post(by, '/api/users', body);
  expect(status).toBe(200);
  return { id: json.id, email, cookie: await app.signIn(email, GIVEN) };
}
/** The colleague chooses another password. */
async function chooseOwn(colleague: TestUser): Promise<TestUser> {
  const body = { currentPassword: GIVEN, newPassword: OWN };
  const { status } = await post(colleague, '/api/auth/change-password', body);
  expect(status).toBe(200);
  return { ...colleague, cookie: await app.signIn(colleague.email, OWN) };
}
async function signInWithCode(user: TestUser, secret: string, password: string) {
  await forgetLastStep(app, user);
  const body = { email: user.email, password, code: currentCode(secret) };
  expect((await app.call('POST', '/api/auth/sign-in', { body })).status).toBe(200);
}
async function propose(by: TestUser, amountCents = 1_000_000): Promise<string> {
  const id = randomUUID();
  const body = { id, kind: 'bonus', influencerId: nova.id, amountCents, reason: 'Agreed' };
  expect((await post(by, '/api/corrections', body)).status).toBe(200);
  return id;
}
const approve = async (by: TestUser, id: string) =>
  (await post(by, `/api/corrections/${id}/approve`)).status;
const mayDecide = async (begins: TestUser, decides: TestUser) =>
  (await approve(decides, await propose(begins))) === 200;

describe('staff who create a colleague with a password of their choice', () => {
  let puppet: TestUser;
  beforeEach(async () => {
    puppet = await chooseOwn(await createColleague(staff));
  });

  test('approve no bonus of $10,000 with both accounts', async () => {
    const id = await propose(puppet);
    expect(await approve(staff, id)).toBe(403);
    expect(await approve(puppet, await propose(staff))).toBe(403);
    const [stored] = await app.db.select().from(corrections).where(eq(corrections.id, id));
    expect(stored!.status).toBe('proposed');
  });

  test('share the limit of corrections that need nobody', async () => {
    const small = async (by: TestUser) => {
      const id = await propose(by, 6_000);
      const [stored] = await app.db.select().from(corrections).where(eq(corrections.id, id));
      return stored!.status;
    };
    expect([await small(staff), await small(puppet)]).toEqual(['approved', 'proposed']);
  });

  test('approve no payout that needs approval', async () => {
    await app.db.update(payoutRules).set({ needsApproval: true });
    const { id } = await makePayout(app, nova);
    await app.db.update(payouts).set({ createdBy: puppet.id }).where(eq(payouts.id, id));
    const { json } = await post(staff, '/api/payouts/approve', { ids: [id] });
    expect(json.changed).toEqual([]);
  });

  test('verify no performer with two pictures of one color', async () => {
    const id = await insertPerformer(app.db, nova.id);
    const color = { width: 60, height: 40, channels: 3, background: '#7c2530' } as const;
    const bytes = await sharp({ create: color }).jpeg().toBuffer();
    const upload = async (fields: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('file', new File([new Uint8Array(bytes)], 'scan.jpg'));
      const init = { method: 'POST', headers: { cookie: puppet.cookie }, body };
      return (await app.app.request(`/performer-documents/${id}`, init)).json();
    };
    const step = (by: TestUser, name: string, body = {}) =>
      post(by, `/api/performers/${id}/verification${name}`, body);
    await step(puppet, '');
    const passport = { kind: 'passport', country: 'FR', number: '20AB12345' };
    const { id: documentId } = await upload({ ...passport, expiresOn: '2099-01-31' });
    const { id: facePictureId } = await upload({ kind: 'face-picture' });
    expect((await step(puppet, '/check', { documentId, facePictureId })).status).toBe(200);
    expect((await step(staff, '/confirm')).status).toBe(403);
  });
});

describe('an account is dependent on whoever', () => {
  test('changed its role', async () => {
    const fan = await app.as('subscriber');
    const change = { version: 1, email: fan.email, fullName: 'Ada', phone: null, role: 'staff' };
    const address = `/api/users/${fan.id}`;
    const { status } = await app.call('PATCH', address, { user: admin, body: change });
    expect(status).toBe(200);
    expect(await mayDecide(fan, admin)).toBe(false);
    expect(await mayDecide(fan, await app.as('admin'))).toBe(true);
  });

  test('changed its address', async () => {
    const change = { version: 1, email: 'new@example.test', fullName: 'Ada', phone: null };
    const address = `/api/users/${staff.id}`;
    await app.call('PATCH', address, { user: admin, body: change });
    expect(await mayDecide(staff, admin)).toBe(false);
  });

  test('requested or confirmed the reset of its second factor', async () => {
    await setUp(app, staff);
    const [requester, other] = [await app.as('admin'), await app.as('admin')];
    for (const user of [requester, admin]) {
      await post(user, `/api/users/${staff.id}/second-factor-reset`);
    }
    // The reset ended the sessions.
    const again = { ...staff, cookie: await app.signIn(staff.email) };
    expect(await mayDecide(again, requester)).toBe(false);
    expect(await mayDecide(again, admin)).toBe(false);
    expect(await mayDecide(again, other)).toBe(true);
  });

  test('created it, also as an influencer who then enters bank details', async () => {
    const password = GIVEN;
    const person = { email: `${randomUUID()}@example.test`, password, fullName: 'Made Up' };
    const page = { phone: '1', publicUrl: `made-${randomUUID()}`, whyJoin: 'Because' };
    const created = await post(admin, '/api/influencers', { ...person, ...page });
    expect(created.status, JSON.stringify(created.json)).toBe(200);
    const { id } = created.json;
    await app.db.update(users).set({ mustChangePassword: false }).where(eq(users.id, id));
    const made = { id, email: person.email, cookie: await app.signIn(person.email, password) };
    await post(made, '/api/my-bank-details', EXAMPLE_IBAN);
    const address = `/api/influencers/${id}/bank-details`;
    const { proposed } = (await app.call('GET', address, { user: admin })).json;
    const confirm = async (by: TestUser) =>
      (await post(by, `${address}/${proposed.id}/confirm`)).status;
    expect([await confirm(admin), await confirm(staff)]).toEqual([403, 200]);
  });

  test('created it, after an account between the two was deleted', async () => {
    const between = await chooseOwn(await createColleague(admin, 'admin'));
    const last = await chooseOwn(await createColleague(between));
    const id = await propose(last);
    await app.call('DELETE', `/api/users/${between.id}`, { user: admin });
    expect(await approve(admin, id)).toBe(403);
  });
});

describe('an account counts alone', () => {
  const since = async ({ id }: TestUser) => {
    const [change] = await app.db
      .select()
      .from(accountChanges)
      .where(eq(accountChanges.userId, id));
    return change!.ownSince;
  };

  test('30 days after it first signed in with a password and a second factor of its own', async () => {
    const given = await createColleague(admin);
    const own = await chooseOwn(given);
    expect(await since(own)).toBeNull();
    const { secret } = await setUp(app, own);
    expect(await since(own)).toBeNull();
    await signInWithCode(own, secret, OWN);
    expect(await since(own)).not.toBeNull();
    const id = await propose(own);
    expect(await approve(admin, id)).toBe(403);
    const pass = (days: number) =>
      app.db
        .update(accountChanges)
        .set({ ownSince: sql`now() - make_interval(days => ${days})` })
        .where(eq(accountChanges.userId, own.id));
    await pass(29);
    const { json } = await app.call('GET', `/api/decisions/correction/${id}`, { user: admin });
    expect(json.obstacle.reason).toBe('dependent');
    const days = (Date.parse(json.obstacle.from) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(1, 1);
    await pass(30);
    expect(await approve(admin, id)).toBe(200);
  });

  test('not while it signs in with the password that it was given', async () => {
    const given = await createColleague(admin);
    const { secret } = await setUp(app, given);
    await signInWithCode(given, secret, GIVEN);
    expect(await since(given)).toBeNull();
  });

  test('not for whoever changes it again', async () => {
    const own = await chooseOwn(await createColleague(admin));
    const longAgo = { ownSince: sql`now() - interval '40 days'` };
    await app.db.update(accountChanges).set(longAgo).where(eq(accountChanges.userId, own.id));
    expect(await mayDecide(own, admin)).toBe(true);
    const change = { version: 1, email: own.email, fullName: 'Ada', phone: null, role: 'admin' };
    await app.call('PATCH', `/api/users/${own.id}`, { user: admin, body: change });
    expect(await mayDecide(own, admin)).toBe(false);
  });
});

test('accounts of unknown origin are listed until an admin has seen them', async () => {
  await app.db.insert(accountChanges).values([{ userId: staff.id }, { userId: admin.id }]);
  const list = async () =>
    (await app.call('GET', '/api/unknown-accounts', { user: admin })).json.accounts;
  expect(await list()).toMatchObject([{ id: admin.id }, { id: staff.id }]);
  // They count as created by nobody.
  expect(await mayDecide(staff, admin)).toBe(true);
  await post(admin, '/api/unknown-accounts/dismiss', { ids: [staff.id, admin.id] });
  expect(await list()).toEqual([]);
});
