import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  confirm,
  confirmToken,
  queuedMails,
  undo,
  undoToken,
} from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createUserWithoutRole, storedUser } from './users.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  staff = await app.as('staff');
});
afterAll(() => app.close());

const unknown = '00000000-0000-4000-8000-000000000000';
const create = (by: TestUser, body: object) => app.call('POST', '/api/users', { user: by, body });
const edit = (by: TestUser, id: string, body: object) =>
  app.call('PATCH', `/api/users/${id}`, { user: by, body });
const person = (email: string, version = 1) => ({ version, email, fullName: 'Ada', phone: null });
const list = async (query = '', by = admin) =>
  (await app.call('GET', `/api/users?${query}`, { user: by })).json;
const emailsOf = ({ rows }: { rows: { email: string }[] }) => rows.map(({ email }) => email);
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);

describe('the list of users', () => {
  test('is searched by name and email address, with SQL wildcards taken literally', async () => {
    await create(admin, { ...newUser('off_50@example.test'), fullName: '50% Ördög Ábel' });
    await create(admin, { ...newUser('plain@example.test'), fullName: 'Nobody Special' });
    expect(emailsOf(await list('search=50%25'))).toEqual(['off_50@example.test']);
    expect(emailsOf(await list(`search=${encodeURIComponent('ördög á')}`))).toEqual([
      'off_50@example.test',
    ]);
    expect((await list('search=%25%25%25')).rows).toEqual([]);
    expect((await list('search=nobody%20spec')).rows).toHaveLength(1);
  });

  test('is filtered by role and status', async () => {
    const fan = await app.as('subscriber');
    await app.call('POST', `/api/users/${fan.id}/suspend`, {
      user: staff,
      body: { reason: 'other' },
    });
    const admins = await list('role=admin');
    expect(new Set(admins.rows.map((row: { role: string }) => row.role))).toEqual(
      new Set(['admin']),
    );
    const suspended = await list('role=subscriber&status=suspended');
    expect(idsOf(suspended)).toEqual([fan.id]);
    expect(suspended.rows[0].status).toBe('suspended');
    expect(idsOf(await list('status=active'))).not.toContain(fan.id);
    expect((await app.call('GET', '/api/users?role=owner', { user: admin })).status).toBe(400);
  });

  test('includes influencers and users without a role', async () => {
    const [influencer, nobody] = [await app.as('influencer'), await createUserWithoutRole(app)];
    const rows = (await list()).rows.map(({ id, role }: { id: string; role: string }) => [
      id,
      role,
    ]);
    expect(rows).toContainEqual([influencer.id, 'influencer']);
    expect(rows).toContainEqual([nobody.id, null]);
  });

  test.each([
    ['created', 'createdAt'],
    ['email', 'email'],
  ])('is sorted by %s in both directions', async (sort, column) => {
    const up = (await list(`sort=${sort}`)).rows.map((row: Record<string, string>) => row[column]);
    const down = (await list(`sort=-${sort}`)).rows.map(
      (row: Record<string, string>) => row[column],
    );
    expect(up).toEqual(up.toSorted());
    expect(down).toEqual(down.toSorted().toReversed());
  });

  test('has pages of fifty in both directions', async () => {
    for (let i = 0; i < 55; i += 1) await app.as('subscriber', { phone: '+1 555 0100' });
    const first = await list('role=subscriber&sort=name');
    const second = await list(`role=subscriber&sort=name&after=${first.next}`);
    const back = await list(`role=subscriber&sort=name&before=${second.previous}`);
    expect(first.rows).toHaveLength(50);
    expect(second.total).toBe(first.total);
    expect(second.rows).toHaveLength(first.total - 50);
    expect(idsOf(back)).toEqual(idsOf(first));
    expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
  });

  test('can be exported with its filters, without formulas', async () => {
    await create(admin, { ...newUser('sum@example.test'), fullName: '=SUM(A1)' });
    const { status, json, headers } = await app.call('GET', '/api/users.csv?search=sum@', {
      user: staff,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = String(json).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Name,Email,Role,Status,Phone,Created,Limited To');
    expect(lines[1]).toMatch(/^'=SUM\(A1\),sum@example\.test,subscriber,active,,2/);
  });

  test('hides influencers outside their limit from limited staff, everywhere', async () => {
    const [mine, other] = [await app.as('influencer'), await app.as('influencer')];
    const limited = await createLimitedStaff(app, mine);
    const query = 'search=influencer&sort=email';
    const seen = await list(query, limited);
    expect(idsOf(seen)).toEqual([mine.id]);
    expect(seen.total).toBe(1);
    const file = await app.call('GET', `/api/users.csv?${query}`, { user: limited });
    expect(file.json).toContain(mine.email);
    expect(file.json).not.toContain(other.email);
    const get = (id: string) => app.call('GET', `/api/users/${id}`, { user: limited });
    expect((await get(mine.id)).status).toBe(200);
    expect((await get(other.id)).status).toBe(404);
    const colleague = await createLimitedStaff(app, other);
    const [row] = (await list(`search=${colleague.email}`)).rows;
    expect(row.limitedTo).toBe(1);
  });
});

const newUser = (email: string) => ({
  email,
  password: 'given-password',
  fullName: '',
  phone: '',
  role: 'subscriber',
});

describe('a new user', () => {
  test.each(['admin', 'staff', 'subscriber'])('created as %s can sign in at once', async (role) => {
    const email = `new-${role}@example.test`;
    const { status, json } = await create(admin, { ...newUser(email.toUpperCase()), role });
    expect(status).toBe(200);
    expect(await storedUser(app, json.id)).toMatchObject({
      email,
      role,
      phone: null,
      mustChangePassword: true,
    });
    expect(await app.signIn(email, 'given-password')).toContain('velvet.session_token');
  });

  test('can be made admin only by admins, and staff not by limited staff', async () => {
    const limited = await createLimitedStaff(app);
    const refused = await create(staff, { ...newUser('no@example.test'), role: 'admin' });
    expect(refused).toMatchObject({
      status: 403,
      json: { detail: 'Permission Denied: Only admins can assign the admin role.' },
    });
    const colleague = { ...newUser('no@example.test'), role: 'staff' };
    expect((await create(limited, colleague)).status).toBe(403);
    expect((await create(limited, newUser('limited-made@example.test'))).status).toBe(200);
    expect((await create(admin, { ...colleague, role: 'influencer' })).status).toBe(400);
    expect((await list('search=no@example.test')).rows).toEqual([]);
  });

  test('needs email address, password and role', async () => {
    const { status, json } = await create(admin, {});
    expect(status).toBe(400);
    expect(json.errors).toEqual(
      expect.arrayContaining([
        { path: 'email', message: 'Email address is required' },
        { path: 'password', message: 'Password is required' },
        { path: 'role', message: 'Please select a role' },
      ]),
    );
  });

  test.each([
    ['password', 'short', 'Password must be at least 8 characters long'],
    [
      'phone',
      '0815 call me',
      'Phone number can only contain digits, spaces, dashes, plus signs, and parentheses',
    ],
    ['phone', '1'.repeat(41), 'Phone must be at most 40 characters long'],
    ['fullName', 'x'.repeat(201), 'Full name must be at most 200 characters long'],
    ['fullName', 'a\0b', 'This contains characters that cannot be stored'],
    ['email', 'nope', 'Please enter a valid email address'],
    ['email', { $ne: '' }, 'Email address is required'],
    ['password', 'x'.repeat(200_000), 'Password must be at most 128 characters long'],
  ])('is rejected with %s %j', async (path, value, message) => {
    const { status, json } = await create(admin, { ...newUser('bad@example.test'), [path]: value });
    expect(status).toBe(400);
    expect(json.errors).toContainEqual({ path, message });
  });

  test('stores hostile text literally, and the password hint is not enforced', async () => {
    const fullName = `<img src=x onerror=alert(1)> '; drop table users; --`;
    const { json } = await create(admin, {
      ...newUser('hostile@example.test'),
      fullName,
      password: 'onlyletters',
      phone: '+1 (555) 010-0100',
    });
    expect(await storedUser(app, json.id)).toMatchObject({
      fullName,
      phone: '+1 (555) 010-0100',
    });
  });

  test('is created once when the form is sent twice', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => create(staff, newUser('twice@example.test'))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { json } = answers.find(({ status }) => status === 409)!;
    expect(json.errors).toEqual([
      { path: 'email', message: 'An account with this email already exists.' },
    ]);
  });
});

describe('editing a user', () => {
  test('changes the name and phone', async () => {
    const fan = await app.as('subscriber');
    const change = { version: 1, email: fan.email.toUpperCase(), fullName: ' Ada ', phone: '555' };
    expect((await edit(staff, fan.id, change)).json).toEqual({ version: 2 });
    const { json } = await app.call('GET', '/api/auth/session', { user: fan });
    expect(json.session.user).toMatchObject({ fullName: 'Ada', email: fan.email });
    expect((await app.call('GET', `/api/users/${fan.id}`, { user: staff })).json).toMatchObject({
      fullName: 'Ada',
      email: fan.email,
      pendingEmail: null,
      phone: '555',
      version: 2,
    });
  });

  test.each([
    ['role', 'subscriber', { role: 'staff' }, 'confirmation-required'],
    ['email address', 'subscriber', { email: 'away@example.test' }, 'confirmation-required'],
    ['limit', 'staff', { scope: { isLimited: true, influencerIds: [] } }, 'confirmation-required'],
    ['name', 'subscriber', { fullName: 'Grace' }, undefined],
  ] as const)(
    'a change of the %s of a %s in an old session (%j) is answered %s',
    async (_, role, change, code) => {
      const [by, user] = [await app.as('admin'), await app.as(role)];
      await app.db
        .update(sessions)
        .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
        .where(eq(sessions.userId, by.id));
      const { json } = await edit(by, user.id, { ...person(user.email), ...change });
      expect(json.code).toBe(code);
      expect(await storedUser(app, user.id)).toMatchObject({ role, isLimited: false });
    },
  );

  describe('with another email address', () => {
    const getUser = async (id: string) =>
      (await app.call('GET', `/api/users/${id}`, { user: admin })).json;

    test.each(['subscriber', 'influencer', 'staff'] as const)(
      'is refused to staff for a %s, and nothing changes',
      async (role) => {
        const of = await app.as(role);
        expect(await edit(staff, of.id, person(`x-${of.email}`))).toMatchObject({
          status: 403,
          json: { detail: 'Permission Denied: Only admins can change email addresses.' },
        });
        expect(await storedUser(app, of.id)).toMatchObject({ email: of.email, version: 1 });
      },
    );

    test('is refused for oneself, because My Account asks for the password', async () => {
      const answer = await edit(admin, admin.id, person(`x-${admin.email}`));
      expect(answer).toMatchObject({
        status: 403,
        json: { detail: 'Change your own email under My Account.' },
      });
    });

    test('takes effect once it is confirmed there, and the previous address can undo it', async () => {
      const fan = await app.as('subscriber');
      const email = `x-${fan.email}`;
      expect((await edit(admin, fan.id, person(email))).json).toEqual({ version: 2 });
      expect(await getUser(fan.id)).toMatchObject({ email: fan.email, pendingEmail: email });
      expect(await queuedMails(app, fan.email)).toEqual([]);
      await confirm(app, await confirmToken(app, email));
      expect(await getUser(fan.id)).toMatchObject({ email, pendingEmail: null });
      expect(await queuedMails(app, fan.email)).toMatchObject([
        { paragraphs: expect.arrayContaining([expect.stringMatching(/^Our team just changed/)]) },
      ]);
      await undo(app, await undoToken(app, fan.email));
      expect((await getUser(fan.id)).email).toBe(fan.email);
    });

    test('can be cancelled by an admin', async () => {
      const fan = await app.as('subscriber');
      const email = `x-${fan.email}`;
      await edit(admin, fan.id, person(email));
      const token = await confirmToken(app, email);
      const cancel = (user: TestUser) =>
        app.call('DELETE', `/api/users/${fan.id}/email-change`, { user });
      expect((await cancel(staff)).status).toBe(403);
      expect((await cancel(admin)).status).toBe(200);
      expect((await confirm(app, token)).status).toBe(404);
    });
  });

  test('keeps a stored phone that breaks today’s rule, unless it is changed', async () => {
    const phone = 'ask the front desk';
    const fan = await app.as('subscriber', { phone });
    const { phone: _, ...change } = person(fan.email);
    expect((await edit(staff, fan.id, change)).status).toBe(200);
    expect(await storedUser(app, fan.id)).toMatchObject({ fullName: 'Ada', phone });
    expect((await edit(staff, fan.id, { ...change, version: 2, phone })).status).toBe(400);
    expect((await edit(staff, fan.id, { ...change, version: 2, phone: '' })).status).toBe(200);
    expect((await storedUser(app, fan.id))!.phone).toBeNull();
  });

  test('with an outdated version is refused, and so is one of two simultaneous edits', async () => {
    const fan = await app.as('subscriber');
    const change = person(fan.email);
    const answers = await Promise.all([edit(staff, fan.id, change), edit(admin, fan.id, change)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = await edit(admin, fan.id, { ...change, fullName: 'Too late' });
    expect(late).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await storedUser(app, fan.id))!.fullName).toBe('Ada');
  });

  test('who was deleted in the meantime returns not found', async () => {
    expect((await edit(admin, unknown, person('gone@example.test'))).status).toBe(404);
    expect((await edit(admin, 'x', person('gone@example.test'))).status).toBe(400);
  });

  test('to an email address that is taken changes nothing', async () => {
    const [fan, other] = [await app.as('subscriber'), await app.as('subscriber')];
    const answer = await edit(admin, fan.id, person(other.email));
    expect(answer).toMatchObject({ status: 409, json: { code: 'email-taken' } });
    expect(await storedUser(app, fan.id)).toMatchObject({ email: fan.email, version: 1 });
  });

  test('changes the role from the next request of an open session on', async () => {
    const user = await app.as('subscriber');
    expect((await list('', user)).code).toBe('forbidden');
    await edit(staff, user.id, { ...person(user.email), role: 'staff' });
    expect((await list('', user)).rows.length).toBeGreaterThan(0);
    await edit(admin, user.id, { ...person(user.email, 2), role: 'subscriber' });
    expect((await list('', user)).code).toBe('forbidden');
  });

  test('assigns a role to a user without one', async () => {
    const user = await createUserWithoutRole(app);
    await edit(staff, user.id, { ...person(user.email), role: 'staff' });
    expect((await storedUser(app, user.id))!.role).toBe('staff');
  });

  test('hides an influencer from visitors; the switch does not affect others', async () => {
    const [influencer, fan] = [await app.as('influencer'), await app.as('subscriber')];
    for (const user of [influencer, fan]) {
      await edit(staff, user.id, { ...person(user.email), isActive: false });
    }
    expect((await storedUser(app, influencer.id))!.isActive).toBe(false);
    expect((await storedUser(app, fan.id))!.isActive).toBe(true);
  });

  test('nobody can change their own role', async () => {
    const me = await app.as('admin');
    expect((await edit(me, me.id, { ...person(me.email), role: 'staff' })).status).toBe(403);
    expect((await storedUser(app, me.id))!.version).toBe(1);
    expect((await edit(me, me.id, { ...person(me.email), role: 'admin' })).status).toBe(200);
  });

  test('nobody can set another user’s password', async () => {
    for (const of of [await app.as('subscriber'), await app.as('influencer')]) {
      await edit(admin, of.id, { ...person(of.email), password: 'set-by-admin' });
      const record = { version: 2, password: 'set-by-admin' };
      await app.call('PATCH', `/api/influencers/${of.id}`, { user: admin, body: record });
      const old = `/api/influencers/${of.id}/reset-password`;
      expect((await app.call('POST', old, { user: admin })).status).toBe(404);
      expect(await app.signIn(of.email, PASSWORD)).toContain('velvet.session_token');
      expect((await storedUser(app, of.id))!.mustChangePassword).toBe(false);
    }
  });
});

describe('the last admin', () => {
  test.each([
    [
      'suspended',
      (by: TestUser, id: string) => runAction(by, 'POST', `${id}/suspend`, { reason: 'other' }),
    ],
    ['deleted', (by: TestUser, id: string) => runAction(by, 'DELETE', id)],
    [
      'given another role',
      (by: TestUser, id: string, email: string) =>
        edit(by, id, { ...person(email), role: 'staff' }),
    ],
  ])(
    'cannot be %s, even by two admins who do it to each other simultaneously',
    async (outcome, remove) => {
      await onlyAdmins(async ([a, b]) => {
        const answers = await Promise.all([remove(a, b.id, b.email), remove(b, a.id, a.email)]);
        // The second one may have been signed out by then.
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const stored = await Promise.all([storedUser(app, a.id), storedUser(app, b.id)]);
        expect(stored.filter((user) => user?.role === 'admin' && !user.banned)).toHaveLength(1);
        const refused = answers.find(({ status }) => status !== 200)!;
        const sentence = `The last admin cannot be ${outcome}.`;
        expect([401, 403, 409]).toContain(refused.status);
        expect(refused.status === 409 ? refused.json.detail : sentence).toBe(sentence);
      });
    },
  );

  const runAction = (by: TestUser, method: string, path: string, body?: object) =>
    app.call(method, `/api/users/${path}`, { user: by, body });

  /** Runs with exactly two admins who can sign in. */
  async function onlyAdmins(run: (pair: [TestUser, TestUser]) => Promise<void>): Promise<void> {
    const { rows } = await list('role=admin&status=active');
    const pair: [TestUser, TestUser] = [await app.as('admin'), await app.as('admin')];
    const others = idsOf({ rows });
    for (const id of others) {
      await app.db.update(users).set({ banned: true }).where(eq(users.id, id));
    }
    try {
      await run(pair);
    } finally {
      for (const id of others) {
        await app.db.update(users).set({ banned: false }).where(eq(users.id, id));
      }
    }
  }
});

test('sorting by name ignores case', async () => {
  await app.db.update(profiles).set({ fullName: 'zoë' }).where(eq(profiles.id, staff.id));
  const { rows } = await list('search=o%C3%AB&sort=name');
  expect(idsOf({ rows })).toEqual([staff.id]);
});
