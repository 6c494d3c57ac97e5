import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, type MakeCall } from './back-office-calls.ts';
import { BACK_OFFICE_CHANGES } from './back-office-changes.ts';
import { BACK_OFFICE_READS } from './back-office-reads.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { limitTo } from './limited.ts';
import { listOperations } from './operations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A staff member, an influencer whom they were given, and one whom they were not. */
async function createPeople(): Promise<Record<'user' | 'mine' | 'foreign', TestUser>> {
  const user = await app.as('staff');
  const mine = await app.as('influencer', { publicUrl: `mine-${user.id}` });
  const foreign = await app.as('influencer', { publicUrl: `foreign-${user.id}` });
  await limitTo(app, user, mine);
  return { user, mine, foreign };
}

const mayStaffCall = (operation: object) =>
  'x-access' in operation &&
  Array.isArray(operation['x-access']) &&
  operation['x-access'].includes('staff');

test('every operation of the staff is in one of the tables', () => {
  const registered = listOperations(app.services).filter(mayStaffCall);
  const ofStaff = Object.entries(BACK_OFFICE_CHANGES).filter(([, { by }]) => by === undefined);
  const names = [...Object.keys(BACK_OFFICE_READS), ...ofStaff.map(([name]) => name)];
  expect(registered.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

const isRefused = (operation: string) =>
  [BACK_OFFICE_CHANGES[operation], BACK_OFFICE_READS[operation]].some(
    (known) => known && 'isRefusedToLimited' in known,
  );

/** The operations of one kind of reading. */
const reads = <K extends 'one' | 'list' | 'count'>(kind: K) =>
  Object.entries(BACK_OFFICE_READS).flatMap(([name, read]) =>
    kind in read ? [[name, (read as Record<K, MakeCall>)[kind]] as const] : [],
  );
const changes = Object.entries(BACK_OFFICE_CHANGES).flatMap(([name, { unbound, by, make }]) =>
  unbound || by ? [] : [[name, make] as const],
);

describe.each([...changes, ...reads('one')])('%s', (operation, make) => {
  const title = isRefused(operation) ? 'is refused to' : 'works for';
  test(`${title} limited staff on what is of their influencers`, async () => {
    const { user, mine } = await createPeople();
    const { status, json } = await send(app, user, operation, await make({ app, user, of: mine }));
    const expected = isRefused(operation) ? 'forbidden' : 200;
    expect(json.code ?? status, JSON.stringify(json)).toBe(expected);
  });

  test('answers on what is of others as if there were nothing', async () => {
    const { user, foreign } = await createPeople();
    const answer = async (of: TestUser | null) => {
      const { status, json } = await send(app, user, operation, await make({ app, user, of }));
      return { status, json };
    };
    const refused = await answer(foreign);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused).toEqual(await answer(null));
  });
});

test.each(reads('list'))(
  '%s lists what is of own influencers, and nothing else',
  async (name, make) => {
    const { user, mine, foreign } = await createPeople();
    for (const of of [mine, foreign]) {
      const { needle, ...call } = (await make({ app, user, of })) as { needle: string };
      const { status, json } = await send(app, user, name, call);
      expect(status).toBe(200);
      expect(JSON.stringify(json).includes(needle)).toBe(of === mine);
    }
  },
);

test.each(reads('count'))(
  '%s counts what is of own influencers, and nothing else',
  async (name, make) => {
    const { user, mine, foreign } = await createPeople();
    const figures = async () => (await send(app, user, name, {})).json;
    const before = await figures();
    await make({ app, user, of: foreign });
    expect(await figures()).toEqual(before);
    await make({ app, user, of: mine });
    expect(await figures()).not.toEqual(before);
  },
);

test('pictures are added to the pages of own influencers alone', async () => {
  const { user, mine, foreign } = await createPeople();
  const add = async ({ id }: TestUser) => {
    const init = { method: 'POST', headers: { cookie: user.cookie }, body: 'no picture' };
    return (await app.app.request(`/page-images/${id}/about?name=x.png`, init)).status;
  };
  expect([await add(mine), await add(foreign)]).toEqual([422, 404]);
});
