import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  IDENTITY,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { publishVersion } from '#src/features/trust/agreements/server/agreements.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { releaseUrl } from './invitation-links.ts';
import { insertInvitation } from './releases.testing.ts';

const { dateOfBirth, legalGivenNames, legalSurname } = IDENTITY;
let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let performerId: string;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
  await publishVersion(app, 'model-release', { text: '{{legal_name}}' });
});
beforeEach(async () => {
  await app.limits.releaseLink.reset('local');
  performerId = await insertPerformer(app.db, influencer.id);
  const id = await insertInvitation(app, performerId, influencer.id);
  token = releaseUrl(app.services.config, id).split('#')[1]!;
});
afterAll(() => app.close());

const send = (step: string, changed: object = {}) =>
  app.call('POST', `/api/own-release/${step}`, { body: { token, dateOfBirth, ...changed } });
const sign = async () => {
  const { versionId, sha256 } = (await send('open')).json;
  return send('sign', { versionId, sha256, name: `${legalGivenNames} ${legalSurname}` });
};
const decide = async (url: string, changed: Record<string, string> = {}) => {
  const document = {
    givenNames: legalGivenNames,
    surname: legalSurname,
    dateOfBirth,
    expiresOn: '2099-01-31',
    action: 'approve',
    ...changed,
  };
  await app.app.request(new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams(document),
  });
};
const verification = async () =>
  (await app.call('GET', `/api/performers/${performerId}/verification`, { user: staff })).json;

test('an invited person proves who they are at the provider and signs in one visit', async () => {
  expect((await send('open')).json).toMatchObject({
    verification: 'unverified',
    provider: 'sandbox',
    session: null,
    word: null,
  });
  expect((await sign()).json.detail).toBe('Start the check of your identity first');
  const { url } = (await send('session')).json;
  expect((await send('open')).json).toMatchObject({ session: 'created' });
  await decide(url);
  expect((await send('open')).json).toMatchObject({ verification: 'verified', provider: null });
  expect((await sign()).json.state).toBe('signed');
  expect(await verification()).toMatchObject({ state: 'verified' });
});

test('a link that is used twice leads to the same check, and to none once the person is verified', async () => {
  const links = await Promise.all([send('session'), send('session')]);
  expect(links[0].json).toEqual(links[1].json);
  await decide(links[0].json.url);
  expect((await send('session')).json.code).toBe('not-allowed-in-state');
});

test('a person whose result is not known yet signs, and stays unverified until it is', async () => {
  await send('session');
  expect((await sign()).json.state).toBe('signed');
  expect(await verification()).toMatchObject({ state: 'pending' });
});

test('nobody reaches the provider without the date of birth', async () => {
  const wrong = await send('session', { dateOfBirth: '1994-04-13' });
  expect([wrong.status, wrong.json.errors[0].path]).toEqual([400, 'dateOfBirth']);
  expect(await verification()).toMatchObject({ check: null });
});

test('a person whom the team checks by hand adds documents as before', async () => {
  await app.call('POST', `/api/performers/${performerId}/verification`, { user: staff });
  expect((await send('open')).json).toMatchObject({
    provider: null,
    word: expect.stringMatching(/^[A-Z]+ \d{3}$/),
  });
  expect((await send('session')).json.code).toBe('not-allowed-in-state');
  expect((await sign()).json.detail).toBe('Add your ID document and your face picture first');
});

test('a person whose document says under 18 signs nothing', async () => {
  const { url } = (await send('session')).json;
  await decide(url, { dateOfBirth: `${new Date().getUTCFullYear() - 16}-01-02` });
  for (const step of ['open', 'session']) {
    expect((await send(step)).json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: 'This invitation can’t be used. Ask our team.',
    });
  }
  const [stored] = await app.db.select().from(performers).where(eq(performers.id, performerId));
  expect(stored!.underageFoundAt).not.toBeNull();
});
