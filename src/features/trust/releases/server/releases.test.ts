import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  IDENTITY,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import {
  performerDocuments,
  performerVerifications,
} from '#src/features/agency/performers/server/verification.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { verify } from '#src/features/content/consents/server/consents.testing.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { publishVersion } from '#src/features/trust/agreements/server/agreements.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { releaseUrl } from './invitation-links.ts';
import { releaseInvitations } from './release-invitations.table.ts';
import { insertInvitation } from './releases.testing.ts';

const RELEASE = '{{legal_name}}, born {{date_of_birth}}: {{influencer}}, {{scopes}}, {{period}}.';
const { dateOfBirth } = IDENTITY;
let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let performerId: string;
beforeAll(async () => {
  app = await createTestApp({
    VERIFICATION_PROVIDER: 'manual',
  });
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
  await publishVersion(app, 'model-release', { text: RELEASE });
});
beforeEach(async () => {
  for (const name of ['releaseLink', 'releaseUpload'] as const)
    await app.limits[name].reset('local');
  performerId = await insertPerformer(app.db, influencer.id);
});
afterAll(() => app.close());

const invite = (changed: object = {}) =>
  app.call('POST', `/api/performers/${performerId}/invitations`, {
    user: staff,
    body: {
      id: randomUUID(),
      influencerId: influencer.id,
      scopes: ['subscription', 'marketing'],
      startsOn: '2026-11-01',
      endsOn: '2026-12-31',
      email: `mara-${performerId}@example.test`,
      ...changed,
    },
  });
const tokenIn = (url: string) => url.split('#')[1]!;
const tokenOf = (id: string) => tokenIn(releaseUrl(app.services.config, id));
const look = (token: string) => app.call('POST', '/api/own-release', { body: { token } });
const open = (token: string, birth = dateOfBirth) =>
  app.call('POST', '/api/own-release/open', { body: { token, dateOfBirth: birth } });
const sign = async (token: string, changed: object = {}) => {
  const { json } = await open(token);
  const { versionId, sha256 } = json;
  const body = { token, dateOfBirth, versionId, sha256, name: 'Marianne Valdecourt', ...changed };
  return app.call('POST', '/api/own-release/sign', { body });
};
async function upload(token: string, fields: Record<string, string>, birth = dateOfBirth) {
  const background = '#7c2530';
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background } }).png();
  const form = new FormData();
  for (const [name, value] of Object.entries({ token, dateOfBirth: birth, ...fields })) {
    form.set(name, value);
  }
  form.set('file', new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/png' }));
  return app.app.request('/release-documents', { method: 'POST', body: form });
}
const PASSPORT = { kind: 'passport', country: 'FR', number: '20AB12345', expiresOn: '2099-01-31' };

test('an invited person adds documents and signs, which gives the consent, without an account', async () => {
  const { json } = await invite();
  const token = tokenIn(json.url);
  expect((await look(token)).json).toMatchObject({ state: 'open', fullName: 'Mara Vale' });
  const opened = await open(token);
  const text =
    'Marianne Valdecourt, born Apr 12, 1994: influencer, Subscribers, Marketing, Nov 1, 2026 to Dec 31, 2026.';
  expect(opened.json.text.replace(/: influencer \d+,/, ': influencer,')).toBe(text);
  expect(opened.json).toMatchObject({ verification: 'unverified', documents: [] });
  expect(opened.json.word).toMatch(/^[A-Z]+ \d{3}$/);

  const early = await sign(token);
  expect(early.json.detail).toBe('Add your ID document and your face picture first');
  expect((await upload(token, PASSPORT)).status).toBe(200);
  expect((await upload(token, { kind: 'face-picture' })).status).toBe(200);
  expect((await open(token)).json).toMatchObject({
    verification: 'pending',
    word: opened.json.word,
    documents: expect.arrayContaining(['passport', 'face-picture']),
  });

  expect((await sign(token)).json).toMatchObject({ state: 'signed' });
  const [signed] = await app.db
    .select()
    .from(signedAgreements)
    .where(eq(signedAgreements.performerId, performerId));
  expect(signed).toMatchObject({
    kind: 'model-release',
    sha256: createHash('sha256').update(signed!.text).digest('hex'),
    signedName: 'Marianne Valdecourt',
    signedBy: null,
    address: 'local',
  });
  const given = await app.db.select().from(consents).where(eq(consents.performerId, performerId));
  expect(given).toMatchObject([
    {
      kind: 'period',
      influencerId: influencer.id,
      scopes: ['subscription', 'marketing'],
      startsOn: '2026-11-01',
      endsOn: '2026-12-31',
      method: 'electronic',
      recordedBy: staff.id,
    },
  ]);
  const pdf = await app.app.request('/api/own-release/document.pdf', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('the identity stays unverified until two people have checked it', async () => {
  const token = tokenIn((await invite()).json.url);
  await open(token);
  await upload(token, PASSPORT);
  await upload(token, { kind: 'face-picture' });
  await sign(token);
  const [check] = await app.db
    .select()
    .from(performerVerifications)
    .where(eq(performerVerifications.performerId, performerId));
  expect(check).toMatchObject({ status: 'started', checkedBy: null });
});

test('a person who is verified already signs without documents', async () => {
  await verify(app, performerId);
  const token = tokenIn((await invite()).json.url);
  expect((await open(token)).json).toMatchObject({ verification: 'verified', word: null });
  expect((await sign(token)).json.state).toBe('signed');
});

describe('a link', () => {
  test('signs once, also when it is used twice at once', async () => {
    await verify(app, performerId);
    const token = tokenIn((await invite()).json.url);
    const answers = await Promise.all([sign(token), sign(token), sign(token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await open(token);
    expect(again.json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: 'This release was signed already',
    });
    expect((await look(token)).json.state).toBe('signed');
  });

  test.each([
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }, 'This invitation has expired'],
    ['ended', { endedAt: new Date() }, 'This invitation was cancelled'],
  ])('that is %s says so, and does nothing', async (state, values, detail) => {
    const token = tokenOf(await insertInvitation(app, performerId, influencer.id, values));
    expect((await look(token)).json.state).toBe(state);
    expect((await open(token)).json.detail).toContain(detail);
    const response = await upload(token, PASSPORT);
    expect(response.status).toBe(409);
    expect(
      await app.db
        .select()
        .from(performerDocuments)
        .where(eq(performerDocuments.performerId, performerId)),
    ).toEqual([]);
  });

  test('with another signature or purpose leads to nothing', async () => {
    const id = await insertInvitation(app, performerId, influencer.id);
    for (const token of [`${id}.x`, id, tokenOf(randomUUID())]) {
      expect((await look(token)).status).toBe(404);
    }
    const { json } = await app.call('POST', `/api/performers/${performerId}/consent-link`, {
      user: staff,
    });
    expect((await look(tokenIn(json.url))).status).toBe(404);
  });

  test('reveals no legal name, and opens nothing, without the date of birth', async () => {
    const token = tokenOf(await insertInvitation(app, performerId, influencer.id));
    expect(JSON.stringify((await look(token)).json)).not.toContain('Valdecourt');
    const wrong = await open(token, '1994-04-13');
    expect(wrong.json).toMatchObject({ code: 'invalid-input', errors: [{ path: 'dateOfBirth' }] });
    expect(JSON.stringify(wrong.json)).not.toContain('Valdecourt');
    expect((await upload(token, PASSPORT, '1994-04-13')).status).toBe(400);
  });

  test('allows few attempts to guess the date of birth', async () => {
    const token = tokenOf(await insertInvitation(app, performerId, influencer.id));
    let refused = 0;
    for (let attempt = 0; attempt < 41; attempt += 1) {
      await app.limits.releaseLink.reset('local');
      if ((await open(token, '1994-04-13')).status === 429) refused += 1;
    }
    expect(refused).toBe(1);
  });

  test('does not sign with another name or text', async () => {
    await verify(app, performerId);
    const token = tokenIn((await invite()).json.url);
    expect((await sign(token, { name: 'Mara Vale' })).json.code).toBe('invalid-input');
    expect((await sign(token, { sha256: 'a'.repeat(64) })).json.code).toBe('conflict');
  });
});

describe('the team', () => {
  test('sends an invitation, sends it again, and cancels it', async () => {
    const { json } = await invite();
    const token = tokenIn(json.url);
    const list = async () =>
      (await app.call('GET', `/api/performers/${performerId}/invitations`, { user: staff })).json;
    const [{ id }] = (await list()).invitations;
    await app.db
      .update(releaseInvitations)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(releaseInvitations.id, id));
    const path = `/api/performers/${performerId}/invitations/${id}`;
    expect((await look(token)).json.state).toBe('expired');
    expect((await app.call('POST', `${path}/resend`, { user: staff })).json.url).toBe(json.url);
    expect((await look(token)).json.state).toBe('open');
    const sent = await queuedMails(app, `mara-${performerId}@example.test`);
    expect(
      sent.filter(({ action }) => action && 'subject' in action && action.subject === id),
    ).toHaveLength(2);
    expect(JSON.stringify(sent)).not.toContain(token);
    expect((await app.call('POST', `${path}/cancel`, { user: staff })).status).toBe(200);
    const again = await app.call('POST', `${path}/cancel`, { user: staff });
    expect(again.json.code).toBe('not-allowed-in-state');
    expect(await list()).toMatchObject({ invitations: [{ state: 'ended' }], hasRelease: true });
  });

  test('invites once with a repeated request, and a new invitation ends the earlier one', async () => {
    const id = randomUUID();
    const [first, repeated] = [await invite({ id }), await invite({ id })];
    expect(repeated.json).toEqual(first.json);
    await invite();
    expect((await look(tokenIn(first.json.url))).json.state).toBe('ended');
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ endsOn: '2026-10-31' }, 'endsOn'],
    [{ email: 'nobody' }, 'email'],
    [{ influencerId: randomUUID() }, 'influencerId'],
  ])('cannot invite with %j', async (changed, path) => {
    expect((await invite(changed)).json).toMatchObject({
      code: 'invalid-input',
      errors: [{ path }],
    });
  });
});
