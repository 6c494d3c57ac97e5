import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { Plan } from '../plans.schema.ts';
import { subscriptionPlans } from './plans.table.ts';
import { addPlan, makePlanSubscriber } from './plans.testing.ts';

let app: TestApp;
let admin: TestUser;
let mara: TestUser;
let noor: TestUser;
let limited: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  mara = await app.as('influencer');
  noor = await app.as('influencer');
  limited = await createLimitedStaff(app, mara);
});
beforeEach(async () => {
  await app.db.delete(userSubscriptions);
  await app.db.delete(subscriptionPlans);
});
afterAll(() => app.close());

const list = async (query = '', user = admin) =>
  (await app.call('GET', `/api/plans?${query}`, { user })).json;
const ids = ({ rows }: { rows: Plan[] }) => rows.map(({ id }) => id);
const count = async (query = '', user = admin) =>
  (await app.call('GET', `/api/plans/counts?${query}`, { user })).json;
const get = async (id: string, user = admin): Promise<Plan> =>
  (await app.call('GET', `/api/plans/${id}`, { user })).json;
const create = (body: object, user = admin) => app.call('POST', '/api/plans', { user, body });
const put = (id: string, body: object, user = admin) =>
  app.call('PUT', `/api/plans/${id}`, { user, body: { ...SALE, version: 1, ...body } });
const changeState = (id: string, to: 'activate' | 'deactivate', version = 1, user = admin) =>
  app.call('POST', `/api/plans/${id}/${to}`, { user, body: { version } });

const SALE = { priceMonthlyCents: 1999, platformCommissionPercent: 20, isActive: true };
const activeOf = async ({ id }: TestUser) => {
  const rows = await app.db
    .select()
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.influencerId, id));
  return rows.filter(({ isActive }) => isActive);
};
const ALREADY =
  'This influencer already has an active plan at $19.99 a month. Deactivate it first, or leave this one inactive.';

describe('creating plans', () => {
  test('a plan defaults to active and to a commission of 20%', async () => {
    const { status, json } = await create({ influencerId: mara.id, priceMonthlyCents: 1999 });
    expect(status).toBe(200);
    expect(await get(json.id)).toMatchObject({
      version: 1,
      influencer: { id: mara.id, fullName: 'influencer 2', image: null },
      ...SALE,
      subscriberCount: 0,
      otherPriceCount: 0,
      liveCount: 0,
    });
  });

  test.each([0, 100, 12.34])('a commission of %d%% is stored exactly', async (percent) => {
    const plan = { influencerId: mara.id, priceMonthlyCents: 50 };
    const { json } = await create({ ...plan, platformCommissionPercent: percent });
    expect((await get(json.id)).platformCommissionPercent).toBe(percent);
  });

  test.each([
    ['no influencer', { influencerId: undefined }, 'influencerId'],
    ['an invalid influencer', { influencerId: "' or 1=1" }, 'influencerId'],
    ['no price', { priceMonthlyCents: undefined }, 'priceMonthlyCents'],
    ['a price of zero', { priceMonthlyCents: 0 }, 'priceMonthlyCents'],
    ['a price below the minimum', { priceMonthlyCents: 49 }, 'priceMonthlyCents'],
    ['a negative price', { priceMonthlyCents: -1999 }, 'priceMonthlyCents'],
    ['a price above the maximum', { priceMonthlyCents: 1_000_001 }, 'priceMonthlyCents'],
    ['a price too large for an integer', { priceMonthlyCents: 1e308 }, 'priceMonthlyCents'],
    ['a fraction of a cent', { priceMonthlyCents: 1999.5 }, 'priceMonthlyCents'],
    ['a price that is text', { priceMonthlyCents: '1999; drop table' }, 'priceMonthlyCents'],
    ['a commission above 100%', { platformCommissionPercent: 100.01 }, 'platformCommissionPercent'],
    ['a negative commission', { platformCommissionPercent: -0.01 }, 'platformCommissionPercent'],
    ['three decimals', { platformCommissionPercent: 20.005 }, 'platformCommissionPercent'],
    ['no commission', { platformCommissionPercent: null }, 'platformCommissionPercent'],
    ['an invalid switch', { isActive: 'true' }, 'isActive'],
  ])('%s is rejected at its field', async (_what, wrong, path) => {
    const { status, json } = await create({ influencerId: mara.id, ...SALE, ...wrong });
    expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid-input', path]);
    expect((await list()).total).toBe(0);
  });

  test('only an influencer can have a plan', async () => {
    for (const { id } of [admin, await app.as('subscriber'), { id: crypto.randomUUID() }]) {
      const { status, json } = await create({ influencerId: id, ...SALE });
      expect([status, json.errors]).toEqual([
        400,
        [{ path: 'influencerId', message: 'Influencer not found' }],
      ]);
    }
  });
});

describe('one active plan per influencer', () => {
  test("a second active plan is rejected with the first one's price; an inactive one is accepted", async () => {
    await addPlan(app, mara);
    const { status, json } = await create({ influencerId: mara.id, ...SALE });
    expect([status, json.code, json.detail]).toEqual([409, 'conflict', ALREADY]);
    const inactive = await create({ influencerId: mara.id, ...SALE, isActive: false });
    expect(inactive.status).toBe(200);
    expect((await create({ influencerId: noor.id, ...SALE })).status).toBe(200);
    expect(await activeOf(mara)).toHaveLength(1);
  });

  test('neither the form’s switch nor Activate adds a second one', async () => {
    await addPlan(app, mara);
    const id = await addPlan(app, mara, { isActive: false, priceMonthlyCents: 999 });
    const before = await get(id);
    for (const { status, json } of [await put(id, {}), await changeState(id, 'activate')]) {
      expect([status, json.code, json.detail]).toEqual([409, 'conflict', ALREADY]);
    }
    expect(await get(id)).toEqual(before);
  });

  test('the active plan itself can be changed', async () => {
    const id = await addPlan(app, mara);
    expect((await put(id, { priceMonthlyCents: 2499 })).json).toEqual({ id, version: 2 });
  });

  test('one of many concurrent creations succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create({ influencerId: mara.id, ...SALE })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ json }) => json.detail)).toEqual(Array(5).fill(ALREADY));
    expect(await activeOf(mara)).toHaveLength(1);
  });

  test('one of many concurrent activations succeeds', async () => {
    const plans = await Promise.all(
      Array.from({ length: 6 }, () => addPlan(app, mara, { isActive: false })),
    );
    const answers = await Promise.all(
      plans.map((id, at) => (at % 2 ? changeState(id, 'activate') : put(id, {}))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.detail === ALREADY)).toHaveLength(5);
    expect(await activeOf(mara)).toHaveLength(1);
  });
});

describe('changing plans', () => {
  test('an older version overwrites nothing', async () => {
    const id = await addPlan(app, mara);
    expect((await put(id, { priceMonthlyCents: 999 })).json).toEqual({ id, version: 2 });
    for (const { status, json } of [await put(id, {}), await changeState(id, 'deactivate')]) {
      expect([status, json.code, json.detail]).toEqual([
        409,
        'conflict',
        'The plan has changed since you opened it',
      ]);
    }
    expect(await get(id)).toMatchObject({ version: 2, priceMonthlyCents: 999, isActive: true });
    expect((await put(id, { version: 2 })).status).toBe(200);
  });

  test('one of two concurrent changes reports a conflict', async () => {
    const id = await addPlan(app, mara);
    const answers = await Promise.all([put(id, { priceMonthlyCents: 999 }), put(id, {})]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('a plan cannot move to another influencer', async () => {
    const id = await addPlan(app, mara);
    expect((await put(id, { influencerId: noor.id })).status).toBe(200);
    expect((await get(id)).influencer.id).toBe(mara.id);
  });

  test('the limits apply to changes as well', async () => {
    const id = await addPlan(app, mara);
    for (const wrong of [{ priceMonthlyCents: 0 }, { isActive: undefined }, { version: 0 }]) {
      expect((await put(id, wrong)).json.code).toBe('invalid-input');
    }
    expect((await get(id)).version).toBe(1);
  });

  test('a new price does not change existing subscriptions', async () => {
    const id = await addPlan(app, mara);
    await makePlanSubscriber(app, { id, influencerId: mara.id });
    await put(id, { priceMonthlyCents: 2999 });
    const [subscription] = await app.db.select().from(userSubscriptions);
    expect(subscription).toMatchObject({ priceCents: 1999, status: 'active' });
    expect(await get(id)).toMatchObject({ priceMonthlyCents: 2999, otherPriceCount: 1 });
  });

  test('changes of plans are in the audit trail', async () => {
    const { json } = await create({ influencerId: mara.id, ...SALE });
    await put(json.id, { priceMonthlyCents: 999 });
    await changeState(json.id, 'deactivate', 2);
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, json.id));
    expect(entries.map(({ action, before, after }) => [action, before, after])).toMatchObject([
      ['created', null, { price_monthly_cents: 1999 }],
      ['changed', { price_monthly_cents: 1999 }, { price_monthly_cents: 999 }],
      ['changed', { is_active: true }, { is_active: false }],
    ]);
  });
});

describe('activating and deactivating', () => {
  test('a plan is deactivated and activated, and subscriptions do not change', async () => {
    const id = await addPlan(app, mara);
    await makePlanSubscriber(app, { id, influencerId: mara.id });
    expect((await changeState(id, 'deactivate')).json).toEqual({ id, version: 2 });
    expect(await get(id)).toMatchObject({ isActive: false, subscriberCount: 1 });
    expect((await changeState(id, 'activate', 2)).json).toEqual({ id, version: 3 });
    expect((await get(id)).isActive).toBe(true);
  });

  test('an active plan cannot be activated, an inactive one cannot be deactivated', async () => {
    const active = await addPlan(app, mara);
    const inactive = await addPlan(app, mara, { isActive: false });
    for (const answer of [
      await changeState(active, 'activate'),
      await changeState(inactive, 'deactivate'),
    ]) {
      expect(answer.json.code).toBe('not-allowed-in-state');
    }
  });

  test('an old price that no card can be charged cannot be activated', async () => {
    const id = await addPlan(app, mara, { priceMonthlyCents: 0, isActive: false });
    const { json } = await changeState(id, 'activate');
    expect([json.code, json.detail]).toEqual([
      'not-allowed-in-state',
      'Price must be at least $0.50, the minimum card charge. Edit it first.',
    ]);
  });

  test('an inactive plan cannot be subscribed to', async () => {
    const id = await addPlan(app, mara);
    await app.db.update(profiles).set({ publicUrl: 'mara' }).where(eq(profiles.id, mara.id));
    const fan = await app.as('subscriber');
    const buy = async () =>
      (await app.call('POST', '/api/checkouts', { user: fan, body: { publicUrl: 'mara' } })).status;
    expect(await buy()).toBe(200);
    await changeState(id, 'deactivate');
    expect(await buy()).toBe(404);
  });
});

describe('the list', () => {
  const HOUR = 3_600_000;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

  test('has each plan with its influencer and subscriber counts', async () => {
    const id = await addPlan(app, mara);
    const other = await addPlan(app, noor);
    const plan = { id, influencerId: mara.id };
    await makePlanSubscriber(app, plan);
    await makePlanSubscriber(app, plan, { priceCents: 999 });
    await makePlanSubscriber(app, plan, { status: 'paused' });
    await makePlanSubscriber(app, plan, { status: 'past_due', pastDueSince: new Date() });
    const over = { endedAt: new Date(), endReason: 'fan' } as const;
    await makePlanSubscriber(app, plan, { status: 'cancelled', ...over });
    const { rows } = await list();
    expect(rows.find((row: Plan) => row.id === id)).toMatchObject({
      influencer: { id: mara.id, fullName: 'influencer 2' },
      subscriberCount: 2,
      otherPriceCount: 1,
      liveCount: 4,
    });
    expect(rows.find((row: Plan) => row.id === other)).toMatchObject({ subscriberCount: 0 });
  });

  test('is sorted newest first', async () => {
    const old = await addPlan(app, mara, { isActive: false, createdAt: hoursAgo(9) });
    const newest = await addPlan(app, noor, { createdAt: hoursAgo(1) });
    const between = await addPlan(app, mara, { createdAt: hoursAgo(5) });
    expect(ids(await list())).toEqual([newest, between, old]);
  });

  test('is searched by influencer, with any characters, and the tabs count the matches', async () => {
    const name = `100% <b>"O'Neill"</b> _\\`;
    const odd = await app.as('influencer');
    await app.db.update(profiles).set({ fullName: name }).where(eq(profiles.id, odd.id));
    const id = await addPlan(app, odd);
    await addPlan(app, mara);
    await addPlan(app, noor, { isActive: false });
    const search = (query: string) => `search=${encodeURIComponent(query)}`;
    for (const query of ["o'neill", '0% <b>', '_\\', odd.email]) {
      expect(ids(await list(search(query)))).toEqual([id]);
    }
    expect((await list(search('%%'))).rows).toEqual([]);
    expect(await count()).toEqual({ all: 3, active: 2, inactive: 1 });
    expect(await count(search("o'neill"))).toEqual({ all: 1, active: 1, inactive: 0 });
  });

  test('can be filtered by active or inactive', async () => {
    const active = await addPlan(app, mara);
    const inactive = await addPlan(app, mara, { isActive: false });
    expect(ids(await list('status=active'))).toEqual([active]);
    expect(ids(await list('status=inactive'))).toEqual([inactive]);
    expect((await app.call('GET', '/api/plans?status=all', { user: admin })).status).toBe(400);
  });

  test('pages without gaps or repetitions, in both directions', async () => {
    await app.db.insert(subscriptionPlans).values(
      Array.from({ length: 120 }, (_, at) => ({
        influencerId: mara.id,
        priceMonthlyCents: 500 + at,
        isActive: false,
        createdAt: hoursAgo(at % 5),
      })),
    );
    const pages: Plan[][] = [];
    let page = await list();
    for (; ; page = await list(`after=${page.next}`)) {
      pages.push(page.rows);
      if (!page.next) break;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
    expect((await list(`before=${page.previous}`)).rows).toEqual(pages[1]);
    expect((await app.call('GET', '/api/plans?after=x', { user: admin })).status).toBe(400);
  });
});

describe('limited staff', () => {
  test('see, count and open only the plans of their influencers', async () => {
    const theirs = await addPlan(app, mara);
    const beyond = await addPlan(app, noor);
    expect(ids(await list('', limited))).toEqual([theirs]);
    expect(await count('', limited)).toEqual({ all: 1, active: 1, inactive: 0 });
    expect((await get(theirs, limited)).id).toBe(theirs);
    expect(await get(beyond, limited)).toMatchObject({ code: 'not-found' });
  });

  test('create and change only the plans of their influencers', async () => {
    const refused = await create({ influencerId: noor.id, ...SALE }, limited);
    expect([refused.status, refused.json.detail]).toEqual([400, 'Influencer not found']);
    expect((await create({ influencerId: mara.id, ...SALE }, limited)).status).toBe(200);
    const beyond = await addPlan(app, noor);
    for (const { status, json } of [
      await put(beyond, { priceMonthlyCents: 999 }, limited),
      await changeState(beyond, 'deactivate', 1, limited),
      await changeState(beyond, 'activate', 1, limited),
    ]) {
      expect([status, json.detail]).toEqual([404, 'Plan not found']);
    }
    expect(await get(beyond)).toMatchObject({ version: 1, priceMonthlyCents: 1999 });
  });

  test('cannot learn a price beyond their limit', async () => {
    await addPlan(app, noor);
    const { json } = await create({ influencerId: noor.id, ...SALE }, limited);
    expect(JSON.stringify(json)).not.toContain('19.99');
  });
});

test('influencers and fans can neither see nor change plans', async () => {
  const id = await addPlan(app, mara);
  for (const user of [mara, await app.as('subscriber')]) {
    for (const { status } of [
      await app.call('GET', '/api/plans', { user }),
      await app.call('GET', `/api/plans/${id}`, { user }),
      await create({ influencerId: mara.id, ...SALE }, user),
      await put(id, {}, user),
      await changeState(id, 'deactivate', 1, user),
    ]) {
      expect(status).toBe(403);
    }
  }
});

test('deleting an influencer deletes the plans', async () => {
  const gone = await app.as('influencer');
  const id = await addPlan(app, gone);
  await app.call('DELETE', `/api/influencers/${gone.id}`, { user: admin });
  expect((await put(id, {})).status).toBe(404);
  expect((await list()).total).toBe(0);
});
