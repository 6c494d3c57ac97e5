import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { AGREEMENT_LIMIT, type Agreement } from '../agreements.schema.ts';

let app: TestApp;
let staff: TestUser;
let star: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, star] = [await app.as('staff'), await app.as('influencer')];
});
afterAll(() => app.close());

const agreement = (changed: Partial<Agreement> = {}): Agreement => ({
  id: randomUUID(),
  title: 'Management agreement',
  signedOn: '2026-06-01',
  endsOn: '2028-05-31',
  location: 'https://files.example.test/star',
  ...changed,
});
const pathOf = ({ id }: TestUser) => `/api/influencers/${id}/agreements`;
const add = (body: object, user = staff, of = star) => app.call('POST', pathOf(of), { user, body });
const remove = (id: string, user = staff, of = star) =>
  app.call('DELETE', `${pathOf(of)}/${id}`, { user });
const list = async (of = star, user = staff): Promise<Agreement[]> =>
  (await app.call('GET', `/api/influencers/${of.id}`, { user })).json.agreements;

test('agreements are listed on the page of their influencer, the latest first, and deleted', async () => {
  const [old, recent] = [agreement({ signedOn: '2025-02-01' }), agreement({ endsOn: null })];
  for (const each of [old, recent]) expect((await add(each)).status).toBe(200);
  // A repeated request, such as the undo of a deletion, adds nothing twice.
  await add(recent);
  expect(await list()).toEqual([recent, old]);
  expect((await remove(old.id)).status).toBe(200);
  expect((await remove(old.id)).status).toBe(404);
  await add(old);
  expect(await list()).toEqual([recent, old]);
});

test('an id belongs to one agreement, and reveals nothing of another influencer', async () => {
  const other = await app.as('influencer');
  const own = agreement();
  await add(own);
  expect((await add(own, staff, other)).json).toMatchObject({
    code: 'conflict',
    detail: 'Another agreement has this id',
  });
  expect((await remove(own.id, staff, other)).status).toBe(404);
  expect(await list(other)).toEqual([]);
});

test.each([
  ['without a title', { title: ' ' }, 'Enter a title'],
  ['without the day of its signature', { signedOn: null }, 'Choose the day of the signature'],
  ['that ends before it was signed', { endsOn: '2026-05-31' }, 'It can’t end before it was signed'],
])('an agreement %s is refused', async (_, changed, message) => {
  const { status, json } = await add({ ...agreement(), ...changed });
  expect([status, json.errors[0].message]).toEqual([400, message]);
});

test('limited staff see and change the agreements of their influencers only', async () => {
  const other = await app.as('influencer');
  const limited = await createLimitedStaff(app, star);
  expect((await add(agreement(), limited)).status).toBe(200);
  expect((await add(agreement(), limited, other)).status).toBe(404);
  const foreign = agreement();
  await add(foreign, staff, other);
  expect((await remove(foreign.id, limited, other)).status).toBe(404);
});

test('an influencer has a limited number of agreements', async () => {
  const full = await app.as('influencer');
  const rows = Array.from({ length: AGREEMENT_LIMIT }, () => agreement());
  await app.db
    .insert(influencerAgreements)
    .values(rows.map((row) => ({ ...row, influencerId: full.id })));
  expect((await add(agreement(), staff, full)).json).toMatchObject({ code: 'conflict' });
  expect(await list(full)).toHaveLength(AGREEMENT_LIMIT);
});
