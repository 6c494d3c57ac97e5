import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { verificationSessions } from '#src/features/agency/performers/server/provider-checks.table.ts';
import { followSessions } from '#src/features/agency/performers/server/provider-checks/ask-provider.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let staff: TestUser;
let address: string;
let performerId: string;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  performerId = await insertPerformer(app.db, (await app.as('influencer')).id);
  const { json } = await app.call('POST', `/api/performers/${performerId}/verification/session`, {
    user: staff,
  });
  address = new URL(json.url).pathname;
});
afterAll(() => app.close());

const DOCUMENT = {
  givenNames: 'Marianne',
  surname: 'Valdecourt',
  dateOfBirth: '1994-04-12',
  expiresOn: '2099-01-31',
};
const decide = (action: string, changed: Record<string, string> = {}) =>
  app.app.request(address, {
    method: 'POST',
    body: new URLSearchParams({ ...DOCUMENT, action, ...changed }),
  });
const verification = async () =>
  (await app.call('GET', `/api/performers/${performerId}/verification`, { user: staff })).json;

test('the page suggests what the register says, and shows it to nobody without the link', async () => {
  const page = await app.app.request(address);
  expect(await page.text()).toContain('Valdecourt');
  expect((await app.app.request('/sandbox/verification/unknown')).status).toBe(404);
});

test.each([
  ['approve', {}, 'verified', 'verified'],
  ['approve', { surname: 'Other' }, 'pending', 'checked'],
  ['decline', {}, 'rejected', 'rejected'],
  ['resubmit', {}, 'pending', 'started'],
  ['expire', {}, 'unverified', 'ended'],
  ['ignore', {}, 'pending', 'started'],
])('%s with %j leaves the person %s', async (action, changed, state, status) => {
  const response = await decide(action, changed);
  const isAgain = action === 'resubmit';
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    isAgain ? address : `${app.config.publicUrl}/verified`,
  ]);
  expect(await verification()).toMatchObject({ state, check: { status } });
  const isOver = ['approve', 'decline', 'expire'].includes(action);
  expect((await app.app.request(address)).status).toBe(isOver ? 410 : 200);
});

test('a person whose pictures were refused tries again with the same link', async () => {
  await decide('resubmit');
  expect(await (await app.app.request(address)).text()).toContain('Please try again.');
  await decide('approve');
  expect(await verification()).toMatchObject({ state: 'verified' });
});

test('a report that is lost is requested', async () => {
  await decide('approve', { loseReport: 'on' });
  expect(await verification()).toMatchObject({ state: 'pending' });
  await app.db.update(verificationSessions).set({ createdAt: sql`now() - interval '1 hour'` });
  await followSessions(app.services);
  expect(await verification()).toMatchObject({ state: 'verified' });
});

test('a wrong form changes nothing', async () => {
  expect((await decide('x')).status).toBe(400);
  expect((await decide('approve', { dateOfBirth: 'yesterday' })).status).toBe(400);
  expect(await verification()).toMatchObject({ state: 'pending' });
});
