import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { influencerApplications } from './applications.table.ts';
import { createApplication } from './applications.testing.ts';

let app: TestApp;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const post = (id: string, action: 'review' | 'reopen', body: object, user = staff) =>
  app.call('POST', `/api/applications/${id}/${action}`, { user, body });
const reopen = (id: string, reason: unknown = 'New pictures arrived.', user = staff) =>
  post(id, 'reopen', { reason }, user);
const stored = async (id: string) =>
  (await app.db.select().from(influencerApplications).where(eq(influencerApplications.id, id)))[0]!;

test('a reopened application is pending, has no reviewer, and can be reviewed again', async () => {
  const id = await createApplication(app.db);
  await post(id, 'review', { status: 'rejected', notes: 'No answer by phone.' });
  const { status, json } = await reopen(id);
  expect(status).toBe(200);
  expect(json).toMatchObject({ id, status: 'pending', reviewedAt: null, reviewedBy: null });
  expect(await stored(id)).toMatchObject({ status: 'pending', reviewedBy: null, reviewedAt: null });
  const accepted = await post(id, 'review', { status: 'accepted', notes: json.notes });
  expect(accepted.json).toMatchObject({ status: 'accepted', reviewedBy: 'staff 1' });
});

test('the reason is appended to the notes, and the audit trail records who reopened it', async () => {
  const id = await createApplication(app.db, { status: 'rejected', notes: 'No answer.' });
  await reopen(id, '  New pictures arrived. ');
  const notes = 'No answer.\n\nReopened: New pictures arrived.';
  expect((await stored(id)).notes).toBe(notes);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
  expect(entries).toMatchObject([
    {
      actorId: staff.id,
      operation: `POST /api/applications/${id}/reopen`,
      before: { status: 'rejected' },
      after: { status: 'pending', notes, reviewed_at: null },
    },
  ]);
});

test('the reason becomes the notes of an application without notes', async () => {
  const id = await createApplication(app.db, { status: 'rejected' });
  await reopen(id);
  expect((await stored(id)).notes).toBe('Reopened: New pictures arrived.');
});

test('only one of several simultaneous attempts to reopen succeeds, and the reason is stored once', async () => {
  const id = await createApplication(app.db, { status: 'rejected' });
  const answers = await Promise.all([reopen(id), reopen(id)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await stored(id)).notes).toBe('Reopened: New pictures arrived.');
});

test('a converted application is not reopened, nor is a pending one', async () => {
  const { id: influencerId } = await app.as('influencer');
  const id = await createApplication(app.db, { status: 'accepted', influencerId });
  expect((await reopen(id)).json).toMatchObject({
    code: 'not-allowed-in-state',
    detail: 'This application has already been converted into an influencer',
  });
  const pending = await createApplication(app.db);
  expect((await reopen(pending)).json.detail).toBe('This application is still pending');
});

test('a rejected application cannot be reopened while the same one is pending again', async () => {
  const fingerprint = 'the same words';
  const id = await createApplication(app.db, { status: 'rejected', fingerprint });
  await createApplication(app.db, { fingerprint });
  expect((await reopen(id)).json).toMatchObject({
    code: 'conflict',
    detail: 'The applicant has applied again, and that application is pending',
  });
  expect((await stored(id)).status).toBe('rejected');
});

describe('a reason', () => {
  test.each([
    [undefined, 'Please give a reason'],
    ['  ', 'Please give a reason'],
    ['x'.repeat(501), 'The reason must be at most 500 characters long'],
    ['a\0b', 'This contains characters that cannot be stored'],
  ])('%j is rejected at its field', async (reason, message) => {
    const id = await createApplication(app.db, { status: 'rejected' });
    expect(await post(id, 'reopen', { reason })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'reason', message }] },
    });
    expect((await stored(id)).status).toBe('rejected');
  });
});
