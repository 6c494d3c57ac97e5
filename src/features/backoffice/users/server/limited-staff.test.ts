import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { storedUser } from './users.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let mine: TestUser;
let foreign: TestUser;
let limited: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  staff = await app.as('staff');
});
beforeEach(async () => {
  [mine, foreign] = [await app.as('influencer'), await app.as('influencer')];
  limited = await createLimitedStaff(app, mine);
});
afterAll(() => app.close());

async function fanOf(influencer: TestUser, state?: Parameters<typeof addSubscription>[2]) {
  const fan = await app.as('subscriber');
  await addSubscription(app, influencer, state, { fan });
  return fan;
}

const call = (by: TestUser, method: string, path: string, body?: object) =>
  app.call(method, `/api/users${path}`, { user: by, body });
const edit = (by: TestUser, of: TestUser, change: object = {}) =>
  call(by, 'PATCH', `/${of.id}`, { version: 1, email: of.email, fullName: 'Ada', ...change });
const remove = (by: TestUser, { id }: TestUser) => call(by, 'DELETE', `/${id}`);
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id).toSorted();

describe('limited staff', () => {
  test('see, count, search and export only the present and past fans of their influencers', async () => {
    const own = [await fanOf(mine), await fanOf(mine, 'cancelled'), await fanOf(mine, 'past_due')];
    const others = [await fanOf(foreign), await app.as('subscriber')];
    const { json } = await call(limited, 'GET', '?role=subscriber');
    expect(idsOf(json)).toEqual(own.map(({ id }) => id).toSorted());
    expect(json.total).toBe(own.length);
    const { json: file } = await call(limited, 'GET', '.csv?sort=email');
    const found = async ({ id, email }: TestUser) => {
      const query = new URLSearchParams({ q: email });
      const { json: palette } = await app.call('GET', `/api/search?${query}`, { user: limited });
      const { json: list } = await call(limited, 'GET', `?search=${email}`);
      return [
        JSON.stringify(palette).includes(id),
        idsOf(list).includes(id),
        String(file).includes(email),
        (await call(limited, 'GET', `/${id}`)).status,
      ];
    };
    for (const fan of own) expect(await found(fan)).toEqual([true, true, true, 200]);
    for (const fan of others) expect(await found(fan)).toEqual([false, false, false, 404]);
    // Staff without a limit still see everyone.
    expect(idsOf((await call(staff, 'GET', '')).json)).toContain(others[1]!.id);
  });

  test('see nobody of the back office but themselves, not even a former fan', async () => {
    const promoted = await fanOf(mine);
    await edit(admin, promoted, { role: 'staff' });
    const { json } = await call(limited, 'GET', '');
    const ids = idsOf(json);
    expect(ids).toEqual(expect.arrayContaining([limited.id, mine.id]));
    for (const { id } of [admin, staff, promoted, foreign]) {
      expect(ids).not.toContain(id);
      expect((await call(limited, 'GET', `/${id}`)).status).toBe(404);
    }
  });

  const changes: [string, (of: TestUser) => ReturnType<typeof call>][] = [
    ['edit', (of) => edit(limited, of)],
    ['suspend', ({ id }) => call(limited, 'POST', `/${id}/suspend`, { reason: 'other' })],
    ['activate', ({ id }) => call(limited, 'POST', `/${id}/activate`)],
    ['send a link to', ({ id }) => call(limited, 'POST', `/${id}/password-reset`)],
  ];
  test.each(changes)('%s fans of their influencers only', async (_, run) => {
    expect((await run(await fanOf(mine))).status).toBe(200);
    const unknown = await run({ ...mine, id: randomUUID() });
    expect(unknown.status).toBe(404);
    for (const fan of [await fanOf(foreign), await app.as('subscriber')]) {
      const { status, json } = await run(fan);
      expect({ status, json }).toEqual({ status: 404, json: unknown.json });
    }
  });

  test('cannot delete anyone, neither fans nor influencers, by any operation', async () => {
    const fan = await fanOf(mine);
    const influencerPath = (id: string) =>
      app.call('DELETE', `/api/influencers/${id}`, { user: limited });
    const refused = [
      await remove(limited, fan),
      await remove(limited, mine),
      await influencerPath(mine.id),
      await call(limited, 'GET', `/${fan.id}/deletion`),
    ];
    const detail = 'Permission Denied: Staff who are limited to influencers cannot delete users.';
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, json: { detail } });
    const beyond = await fanOf(foreign);
    const hidden = [
      await remove(limited, beyond),
      await remove(limited, foreign),
      await influencerPath(foreign.id),
      await call(limited, 'GET', `/${beyond.id}/deletion`),
    ];
    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    for (const { id } of [fan, mine, beyond, foreign]) {
      expect(await storedUser(app, id)).toBeDefined();
    }
  });

  test('cannot change anyone’s email address', async () => {
    const fan = await fanOf(mine);
    const email = `taken-over-${fan.email}`;
    const influencer = await app.call('PATCH', `/api/influencers/${mine.id}`, {
      user: limited,
      body: { version: 1, email },
    });
    const answers = [
      await edit(limited, fan, { email }),
      await edit(limited, mine, { email }),
      await edit(limited, limited, { email }),
      influencer,
    ];
    for (const answer of answers) expect(answer.status).toBe(403);
    for (const user of [fan, mine, limited]) {
      expect((await storedUser(app, user.id))!.email).toBe(user.email);
    }
  });

  test('cannot change roles', async () => {
    const fan = await fanOf(mine);
    for (const role of ['staff', 'admin']) {
      const detail = 'Permission Denied: Staff who are limited to influencers cannot change roles.';
      expect(await edit(limited, fan, { role })).toMatchObject({ status: 403, json: { detail } });
    }
    expect((await edit(limited, limited, { role: 'admin' })).status).toBe(403);
    expect((await edit(limited, fan, { role: 'subscriber' })).status).toBe(200);
    expect((await storedUser(app, fan.id))!.role).toBe('subscriber');
  });
});

describe('only admins can remove a limit:', () => {
  const isLimited = async ({ cookie }: TestUser): Promise<boolean> => {
    const init = { headers: { cookie } };
    const response = await app.app.request('/api/auth/session', init);
    return ((await response.json()) as { session: { isLimited: boolean } }).session.isLimited;
  };

  test('staff cannot change the role of limited staff', async () => {
    const colleague = await createLimitedStaff(app, mine);
    const detail =
      'Permission Denied: Only admins can change the role of staff who are limited to influencers.';
    const answer = await edit(staff, colleague, { role: 'subscriber' });
    expect(answer).toMatchObject({ status: 403, json: { detail } });
    expect(await storedUser(app, colleague.id)).toMatchObject({ role: 'staff', isLimited: true });
    // Fields without effect on permissions can still be changed.
    expect((await edit(staff, colleague, { fullName: 'Bo' })).status).toBe(200);
  });

  test('staff cannot delete limited staff to create them again', async () => {
    const colleague = await createLimitedStaff(app, mine);
    expect(await remove(staff, colleague)).toMatchObject({
      status: 403,
      json: {
        detail: 'Permission Denied: Only admins can delete staff who are limited to influencers.',
      },
    });
    const newAccount = { email: colleague.email, password: 'first-password', role: 'staff' };
    const answer = await call(staff, 'POST', '', { ...newAccount, fullName: 'Anew' });
    expect(answer).toMatchObject({ status: 409, json: { code: 'email-taken' } });
    expect((await remove(admin, colleague)).status).toBe(200);
  });

  test('a limit is retained across role changes', async () => {
    const colleague = await createLimitedStaff(app, mine);
    for (const [step, role] of ['subscriber', 'admin', 'subscriber'].entries()) {
      expect((await edit(admin, colleague, { version: step + 1, role })).status).toBe(200);
      expect(await isLimited(colleague)).toBe(false);
    }
    expect((await edit(staff, colleague, { version: 4, role: 'staff' })).status).toBe(200);
    expect(await isLimited(colleague)).toBe(true);
    expect((await call(colleague, 'GET', `/${foreign.id}`)).status).toBe(404);
    expect((await call(colleague, 'GET', `/${mine.id}`)).status).toBe(200);
    const scope = { isLimited: false, influencerIds: [] };
    expect((await edit(staff, colleague, { version: 5, scope })).status).toBe(403);
    expect((await edit(admin, colleague, { version: 5, scope })).status).toBe(200);
    expect(await isLimited(colleague)).toBe(false);
  });

  test('limited staff cannot remove their own limit', async () => {
    const scope = { isLimited: false, influencerIds: [] };
    for (const change of [{ scope }, { role: 'subscriber' }, {}]) {
      expect((await edit(limited, limited, change)).status).toBe(403);
    }
    expect(await isLimited(limited)).toBe(true);
  });
});
