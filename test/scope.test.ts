import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkResult } from '#src/lib/listing.ts';
import { send, type MakeCall } from './back-office/calls.ts';
import { BACK_OFFICE_CHANGES } from './back-office/changes.ts';
import { BACK_OFFICE_READS } from './back-office/reads.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { limitStaffTo } from './limited.ts';
import { listOperations } from './operations.ts';
import { UNUSED_SMTP } from './smtp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNUSED_SMTP);
});
afterAll(() => app.close());

type BulkRefusal = BulkResult['refused'][number];

/** Creates a limited staff member, one of their own influencers, and another influencer. */
async function createPeople(): Promise<Record<'user' | 'own' | 'other', TestUser>> {
  const user = await app.as('staff');
  const own = await app.as('influencer', { publicUrl: `own-${user.id}` });
  const other = await app.as('influencer', { publicUrl: `other-${user.id}` });
  await limitStaffTo(app, user, own);
  return { user, own, other };
}

const mayStaffCall = (operation: object) =>
  'x-access' in operation &&
  Array.isArray(operation['x-access']) &&
  operation['x-access'].includes('staff');

test('every operation for staff is in one of the tables', () => {
  const registered = listOperations(app.services)
    .filter(mayStaffCall)
    .map(({ name }) => name);
  const ofStaff = Object.entries(BACK_OFFICE_CHANGES).filter(([, { by }]) => by === undefined);
  const names = [...Object.keys(BACK_OFFICE_READS), ...ofStaff.map(([name]) => name)];
  expect(names.filter((name) => !registered.includes(name))).toEqual([]);
  const isKnown = (name: string) => name in BACK_OFFICE_READS || name in BACK_OFFICE_CHANGES;
  expect(registered.filter((name) => !isKnown(name))).toEqual([]);
});

const isDenied = (operation: string) =>
  [BACK_OFFICE_CHANGES[operation], BACK_OFFICE_READS[operation]].some(
    (known) => known && 'isDeniedToLimitedStaff' in known,
  );

/** The read operations of one kind. */
const reads = <K extends 'one' | 'list' | 'count'>(kind: K) =>
  Object.entries(BACK_OFFICE_READS).flatMap(([name, read]) =>
    kind in read ? [[name, (read as Record<K, MakeCall>)[kind]] as const] : [],
  );
const changes = Object.entries(BACK_OFFICE_CHANGES).flatMap(([name, { unrelated, by, make }]) =>
  unrelated || by ? [] : [[name, make] as const],
);

describe.each([...changes, ...reads('one')])('%s', (operation, make) => {
  const title = isDenied(operation) ? 'denies' : 'allows';
  test(`${title} limited staff access to records of own influencers`, async () => {
    const { user, own } = await createPeople();
    const { status, json } = await send(
      app,
      user,
      operation,
      await make({ app, user, influencer: own }),
    );
    const expected = isDenied(operation) ? 'forbidden' : 200;
    expect(json.code ?? status, JSON.stringify(json)).toBe(expected);
    expect(json.refused ?? []).toEqual([]);
  });

  test('treats records of other influencers as missing', async () => {
    const { user, other } = await createPeople();
    const answer = async (influencer: TestUser | null) => {
      const { status, json } = await send(
        app,
        user,
        operation,
        await make({ app, user, influencer }),
      );
      // A bulk change refuses each record, whose ids differ here.
      const isRefused = json.changed?.length === 0 || status >= 400;
      return {
        isRefused,
        status,
        problem: json.refused?.map(({ reason }: BulkRefusal) => reason) ?? json,
      };
    };
    const refused = await answer(other);
    expect(refused.isRefused).toBe(true);
    expect(refused).toEqual(await answer(null));
  });
});

test.each(reads('list'))('%s lists only records of own influencers', async (name, make) => {
  const { user, own, other } = await createPeople();
  for (const influencer of [own, other]) {
    const { needle, ...call } = (await make({ app, user, influencer })) as { needle: string };
    const { status, json } = await send(app, user, name, call);
    expect(status).toBe(200);
    expect(JSON.stringify(json).includes(needle)).toBe(influencer === own);
  }
});

test.each(reads('count'))('%s counts only records of own influencers', async (name, make) => {
  const { user, own, other } = await createPeople();
  const figures = async () => (await send(app, user, name, {})).json;
  const before = await figures();
  await make({ app, user, influencer: other });
  expect(await figures()).toEqual(before);
  await make({ app, user, influencer: own });
  expect(await figures()).not.toEqual(before);
});

test('pictures can be added only to pages of own influencers', async () => {
  const { user, own, other } = await createPeople();
  const add = async ({ id }: TestUser) => {
    const init = { method: 'POST', headers: { cookie: user.cookie }, body: 'no picture' };
    return (await app.app.request(`/page-images/${id}/about?name=x.png`, init)).status;
  };
  expect([await add(own), await add(other)]).toEqual([422, 404]);
});
