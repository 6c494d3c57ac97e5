import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  APPROVAL,
  startVeriff,
  VERIFF_ACCOUNT,
  veriffHeaders,
} from '#src/features/agency/verification-providers/server/veriff/veriff-server.testing.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { performers } from '../performers.table.ts';
import { insertPerformer } from '../performers.testing.ts';
import { verificationReports, verificationSessions } from '../provider-checks.table.ts';
import { performerVerifications } from '../verification.table.ts';
import { followSessions } from './ask-provider.ts';

let app: TestApp;
let veriff: Awaited<ReturnType<typeof startVeriff>>;
let staff: TestUser;
let influencer: TestUser;
let performerId: string;
beforeAll(async () => {
  veriff = await startVeriff();
  app = await createTestApp({
    VERIFICATION_PROVIDER: 'veriff',
    VERIFF_API_KEY: VERIFF_ACCOUNT.apiKey,
    VERIFF_SHARED_SECRET: VERIFF_ACCOUNT.sharedSecret,
    VERIFF_API_URL: veriff.url,
  });
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
});
beforeEach(async () => {
  veriff.behavior.fails = 'never';
  performerId = await insertPerformer(app.db, influencer.id);
});
afterAll(async () => {
  await app.close();
  await veriff.stop();
});

const path = (name: string) => `/api/performers/${performerId}/verification${name}`;
const start = () => app.call('POST', path('/session'), { user: staff });
const step = (name: string, body?: object) => app.call('POST', path(name), { user: staff, body });
const verification = async () => (await app.call('GET', path(''), { user: staff })).json;
const deliver = async (body: string, headers: Record<string, string> = veriffHeaders(body)) =>
  (await app.app.request('/webhooks/verification/veriff', { method: 'POST', headers, body }))
    .status;
/** Starts a check and returns Veriff’s id of the session. */
const newSession = async () => ((await start()).json.url as string).split('/').at(-1)!;
const report = async (reference: string, changed: object) =>
  deliver(veriff.webhook(reference, { ...APPROVAL, ...changed }));
const at = (time: string) => ({ decisionTime: `2026-11-21T${time}:00.000Z` });
const DECLINED = { status: 'declined', code: 9102, reason: 'Suspected document tampering' };

test('a check by the provider ends like one by two people, without pictures or names in the database', async () => {
  const { json } = await start();
  expect(json.url).toMatch(/^https:\/\/alchemy\.veriff\.test\/v\//);
  expect((await start()).json).toEqual(json);
  expect(await verification()).toMatchObject({
    state: 'pending',
    provider: 'veriff',
    check: { method: 'provider', status: 'started', session: { status: 'created', isReady: true } },
  });
  const reference = json.url.split('/').at(-1);
  const { vendorData } = veriff.sessions.get(reference)!;
  const event = { id: reference, vendorData, feature: 'selfid', code: 7002, action: 'submitted' };
  expect(await deliver(JSON.stringify(event))).toBe(200);
  expect(await verification()).toMatchObject({ check: { session: { status: 'submitted' } } });
  expect(await report(reference, {})).toBe(200);
  expect(await verification()).toMatchObject({
    state: 'verified',
    check: { status: 'verified', expiresOn: '2099-01-31', checkedBy: null, decidedBy: null },
  });
  const rows = await app.db.execute(
    sql`select (select json_agg(s) from verification_sessions s)::text
      || (select json_agg(r) from verification_reports r)::text
      || (select json_agg(v) from performer_verifications v)::text as text`,
  );
  expect(rows.rows[0]!.text).not.toMatch(/MARIANNE|VALDECOURT|20AB12345|192\.0\.2\.7/i);
});

test('Veriff learns nothing about the person but a number of the product', async () => {
  await start();
  const [session] = await app.db
    .select()
    .from(verificationSessions)
    .orderBy(desc(verificationSessions.createdAt))
    .limit(1);
  expect(veriff.requests.at(-1)).toEqual({
    path: '/v1/sessions',
    body: {
      verification: {
        callback: `${app.config.publicUrl}/verified`,
        vendorData: session!.id,
      },
    },
  });
});

describe('a report', () => {
  test('that is forged, or of another account, changes nothing', async () => {
    const reference = await newSession();
    const body = veriff.webhook(reference, APPROVAL);
    const headers = veriffHeaders(body);
    const forged = [
      { ...headers, 'x-hmac-signature': 'a'.repeat(64) },
      { ...headers, 'x-hmac-signature': '' },
      { ...headers, 'x-auth-client': 'other' },
      veriffHeaders(`${body} `),
    ];
    for (const wrong of forged) expect(await deliver(body, wrong)).toBe(400);
    expect(await verification()).toMatchObject({ state: 'pending' });
  });

  test('that arrives twice at once counts once', async () => {
    const reference = await newSession();
    const body = veriff.webhook(reference, APPROVAL);
    const countReports = async () => (await app.db.select().from(verificationReports)).length;
    const before = await countReports();
    expect(await Promise.all([deliver(body), deliver(body), deliver(body)])).toEqual([
      200, 200, 200,
    ]);
    expect(await countReports()).toBe(before + 1);
    const unhandled = await app.db
      .select()
      .from(verificationReports)
      .where(
        sql`${verificationReports.handledAt} is null or ${verificationReports.sealedContent} is not null`,
      );
    expect(unhandled).toEqual([]);
    const checks = await app.db
      .select()
      .from(performerVerifications)
      .where(eq(performerVerifications.performerId, performerId));
    expect(checks).toHaveLength(1);
  });

  test.each([
    ['in order', ['approved', 'declined'], 'rejected'],
    ['swapped', ['declined', 'approved'], 'rejected'],
  ])('the newest decision counts, %s', async (_, order, state) => {
    const reference = await newSession();
    const decisions = { approved: at('10:00'), declined: { ...DECLINED, ...at('10:05') } };
    for (const name of order) await report(reference, decisions[name as keyof typeof decisions]);
    expect(await verification()).toMatchObject({ state });
  });

  test('of an earlier attempt does not undo a later approval', async () => {
    const reference = await newSession();
    const retry = { status: 'resubmission_requested', code: 9103, reason: 'Blurred', person: null };
    await report(reference, { ...retry, ...at('10:00') });
    expect(await verification()).toMatchObject({ check: { session: { status: 'resubmission' } } });
    await report(reference, at('10:05'));
    await report(reference, { ...retry, ...at('09:55') });
    expect(await verification()).toMatchObject({ state: 'verified' });
  });

  test('about a session of another person changes neither', async () => {
    const own = await newSession();
    const first = performerId;
    performerId = await insertPerformer(app.db, influencer.id);
    const other = await newSession();
    const { vendorData } = veriff.sessions.get(own)!;
    const body = JSON.stringify({ verification: { ...APPROVAL, id: other, vendorData } });
    expect(await deliver(body)).toBe(200);
    expect(await verification()).toMatchObject({ state: 'pending' });
    performerId = first;
    expect(await verification()).toMatchObject({ state: 'pending' });
  });

  test('about an unknown session, or one that was made in Veriff’s own pages, is ignored', async () => {
    for (const vendorData of [randomUUID(), 'a note', null]) {
      const body = JSON.stringify({ verification: { ...APPROVAL, id: randomUUID(), vendorData } });
      expect(await deliver(body)).toBe(200);
    }
  });

  test('that cannot be read is stored, and read again later', async () => {
    const reference = await newSession();
    const { vendorData } = veriff.sessions.get(reference)!;
    const body = JSON.stringify({ verification: { id: reference, vendorData, status: 7 } });
    expect(await deliver(body)).toBe(202);
    const stored = await app.db
      .select()
      .from(verificationReports)
      .orderBy(desc(verificationReports.receivedAt))
      .limit(1);
    expect(stored).toMatchObject([{ handledAt: null, attempts: 1, lastError: 'ZodError' }]);
    await followSessions(app.services);
    const retried = await app.db
      .select()
      .from(verificationReports)
      .where(eq(verificationReports.id, stored[0]!.id));
    expect(retried).toMatchObject([{ attempts: 2 }]);
  });

  test('does not change what a person of the team has decided', async () => {
    const reference = await newSession();
    expect((await step('/reject', { reason: 'Sent the link to another person' })).status).toBe(200);
    await report(reference, {});
    expect(await verification()).toMatchObject({ state: 'rejected' });
  });
});

describe('a result', () => {
  const NAMES = { person: { ...APPROVAL.person, lastName: 'VALDECOURT DUPONT' } };
  const BIRTH = { person: { ...APPROVAL.person, dateOfBirth: '1994-04-13' } };

  test('with another name waits for a person of the team, who sees both', async () => {
    await report(await newSession(), NAMES);
    expect(await verification()).toMatchObject({
      state: 'pending',
      check: {
        status: 'checked',
        session: { differences: ['name'], read: { surname: 'VALDECOURT DUPONT' } },
      },
    });
    const { json } = await app.call('GET', '/api/work-queue', { user: staff });
    expect(json.items).toContainEqual(expect.objectContaining({ kind: 'identity_check' }));
    expect((await step('/confirm')).json).toMatchObject({
      state: 'verified',
      check: { session: { differences: [], read: null } },
    });
  });

  test('with another date of birth is confirmed only after the register was corrected', async () => {
    await report(await newSession(), BIRTH);
    expect((await step('/confirm')).json.code).toBe('not-allowed-in-state');
    await app.db
      .update(performers)
      .set({ dateOfBirth: '1994-04-13' })
      .where(eq(performers.id, performerId));
    expect((await step('/confirm')).json).toMatchObject({ state: 'verified' });
  });

  test('without a last day of the document cannot be confirmed', async () => {
    await report(await newSession(), { document: { type: 'ID_CARD', validUntil: null } });
    expect((await step('/confirm')).json.detail).toContain('has no last day');
    expect((await step('/reject', { reason: 'No last day' })).json).toMatchObject({
      state: 'rejected',
    });
  });

  test('that the provider declined is a rejection with its reason', async () => {
    await report(await newSession(), DECLINED);
    expect(await verification()).toMatchObject({
      state: 'rejected',
      check: { reason: 'Declined by Veriff: Suspected document tampering' },
    });
  });

  test('that says that the person is under 18 holds the record, and verifies nobody until an admin lifts it', async () => {
    const [post] = await app.db
      .insert(contentPosts)
      .values({
        caption: 'A post',
        category: 'Cosplay',
        aiUse: 'none',
        influencerId: influencer.id,
        createdBy: staff.id,
        publishAt: new Date(),
        publishedAt: new Date(),
      })
      .returning({ id: contentPosts.id });
    await app.db.insert(postPeople).values({ postId: post!.id, performerId });
    const isPublished = async () => {
      const [stored] = await app.db
        .select()
        .from(contentPosts)
        .where(eq(contentPosts.id, post!.id));
      return stored!.publishedAt !== null;
    };
    expect(await isPublished()).toBe(true);
    const born = `${new Date().getUTCFullYear() - 17}-01-02`;
    await report(await newSession(), { person: { ...APPROVAL.person, dateOfBirth: born } });
    expect(await verification()).toMatchObject({ state: 'rejected', isUnderage: true });
    const [stored] = await app.db.select().from(performers).where(eq(performers.id, performerId));
    expect(stored).toMatchObject({ holdReason: expect.stringContaining('under 18') });
    expect(await isPublished()).toBe(false);
    const publishing = app.db
      .update(contentPosts)
      .set({ publishedAt: new Date() })
      .where(eq(contentPosts.id, post!.id));
    await expect(publishing).rejects.toMatchObject({
      cause: { message: expect.stringContaining('underage') },
    });
    const { json } = await app.call('GET', '/api/work-queue', { user: staff });
    expect(json.items).toContainEqual(
      expect.objectContaining({ kind: 'identity_check', late: expect.any(Number) }),
    );
    for (const again of ['', '/session']) {
      expect((await step(again)).json.code).toBe('not-allowed-in-state');
    }
    const verifying = app.db
      .update(performerVerifications)
      .set({ status: 'verified' })
      .where(eq(performerVerifications.performerId, performerId));
    await expect(verifying).rejects.toThrow();
    const admin = await app.as('admin');
    const hold = await app.call('PUT', `/api/performers/${performerId}/hold`, {
      user: admin,
      body: { reason: null },
    });
    expect(hold.status).toBe(200);
    expect((await start()).status).toBe(200);
  });

  test('of a session that ended without one changes nothing for a person who is verified', async () => {
    await report(await newSession(), {});
    await report(await newSession(), { status: 'expired', person: null, document: null });
    expect(await verification()).toMatchObject({ state: 'verified', check: { status: 'ended' } });
  });
});

test('nobody is verified by the provider without its approval', async () => {
  await newSession();
  const verifying = app.db
    .update(performerVerifications)
    .set({ status: 'verified', expiresOn: '2099-01-31', decidedAt: new Date() })
    .where(eq(performerVerifications.performerId, performerId));
  await expect(verifying).rejects.toMatchObject({
    cause: { message: 'no provider has approved this check' },
  });
});

describe('a provider', () => {
  test('that fails leaves a check that can be tried again', async () => {
    veriff.behavior.fails = 'with-500';
    const { status, json } = await start();
    expect([status, json.code]).toEqual([502, 'provider-unavailable']);
    expect(JSON.stringify(json)).not.toContain(VERIFF_ACCOUNT.apiKey);
    expect(await verification()).toMatchObject({ check: { session: { isReady: false } } });
    veriff.behavior.fails = 'never';
    expect((await start()).status).toBe(200);
  });

  test('that is called twice at once makes one check', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.json).toEqual(other.json);
  });

  const passMinutes = (minutes: number) =>
    app.db
      .update(verificationSessions)
      .set({ createdAt: new Date(Date.now() - minutes * 60_000), reportRequestedAt: null })
      .where(
        eq(
          verificationSessions.verificationId,
          sql`(select id from performer_verifications where performer_id = ${performerId})`,
        ),
      );

  test('whose report was lost sends it on request', async () => {
    const reference = await newSession();
    veriff.sessions.get(reference)!.decision = APPROVAL;
    await followSessions(app.services);
    expect(await verification()).toMatchObject({ state: 'pending' });
    await passMinutes(31);
    await followSessions(app.services);
    expect(await verification()).toMatchObject({ state: 'verified' });
    expect(await report(reference, {})).toBe(200);
    expect(await verification()).toMatchObject({ state: 'verified' });
  });

  test('that fails on request is called again later, and its silence ends the check', async () => {
    await newSession();
    veriff.behavior.fails = 'with-500';
    await passMinutes(31);
    await followSessions(app.services);
    expect(await verification()).toMatchObject({ check: { status: 'started' } });
    await passMinutes(8 * 24 * 60 + 1);
    await followSessions(app.services);
    expect(await verification()).toMatchObject({ state: 'unverified', check: { status: 'ended' } });
  });

  test('takes the place of a check by people that nobody has recorded', async () => {
    await step('');
    expect(await verification()).toMatchObject({ check: { method: 'manual', status: 'started' } });
    await newSession();
    expect(await verification()).toMatchObject({ check: { method: 'provider' } });
    expect((await step('/end')).json).toMatchObject({
      state: 'unverified',
      check: { status: 'ended' },
    });
    await step('');
    expect(await verification()).toMatchObject({ check: { method: 'manual' } });
  });
});
