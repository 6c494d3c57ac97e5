import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { influencerApplications } from './applications.table.ts';
import { createApplication } from './applications.testing.ts';

let app: TestApp;
let staff: TestUser;
let limited: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  limited = await app.as('staff');
  await limitStaffTo(app, limited);
});
afterAll(() => app.close());

const stored = async (id: string) => {
  const [row] = await app.db
    .select()
    .from(influencerApplications)
    .where(eq(influencerApplications.id, id));
  return row;
};

const review = (id: string, user: TestUser | undefined, body: unknown) =>
  app.call('POST', `/api/applications/${id}/review`, { user, body });
const accept = (id: string, user: TestUser, notes?: unknown) =>
  review(id, user, { status: 'accepted', notes });

test('a review is stored with reviewer, time and notes, and recorded in the audit trail', async () => {
  const id = await createApplication(app.db);
  const { status, json } = await accept(id, staff, '  Called on Friday.\n ');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id,
    status: 'accepted',
    reviewedBy: 'staff 1',
    notes: 'Called on Friday.',
    isConverted: false,
  });
  const row = await stored(id);
  expect(row).toMatchObject({ reviewedBy: staff.id, notes: 'Called on Friday.' });
  expect(row!.reviewedAt!.toISOString()).toBe(json.reviewedAt);
  const withNotes = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
  expect(withNotes).toEqual([
    expect.objectContaining({
      actorId: staff.id,
      before: expect.objectContaining({ status: 'pending' }),
      after: expect.objectContaining({ status: 'accepted', notes: 'Called on Friday.' }),
    }),
  ]);
});

test('exactly one of several simultaneous reviews succeeds; the errors name its reviewer', async () => {
  const id = await createApplication(app.db);
  const colleagues = await Promise.all(Array.from({ length: 6 }, () => app.as('staff')));
  const answers = await Promise.all(
    colleagues.map((user, index) =>
      review(id, user, { status: index % 2 ? 'accepted' : 'rejected', notes: user.email }),
    ),
  );
  const lost = answers.filter((answer) => answer.status === 409);
  expect(lost).toHaveLength(5);
  const winnerIndex = answers.findIndex(({ status }) => status === 200);
  const { status, reviewedBy } = answers[winnerIndex]!.json;
  for (const { json } of lost) {
    expect(json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: `This application has already been ${status} by ${reviewedBy}`,
    });
  }
  expect(await stored(id)).toMatchObject({
    status,
    reviewedBy: colleagues[winnerIndex]!.id,
    notes: colleagues[winnerIndex]!.email,
  });
});

test('the reviewer may have been deleted since', async () => {
  const id = await createApplication(app.db, { status: 'rejected' });
  const { json } = await accept(id, staff);
  expect(json.detail).toBe('This application has already been rejected');
});

test('an application deleted in the meantime is not found', async () => {
  const id = await createApplication(app.db);
  await app.db.delete(influencerApplications).where(eq(influencerApplications.id, id));
  expect(await accept(id, staff)).toMatchObject({ status: 404, json: { code: 'not-found' } });
  expect(await app.call('GET', `/api/applications/${id}`, { user: staff })).toMatchObject({
    status: 404,
  });
  expect((await accept('not-an-id', staff)).status).toBe(400);
});

describe('notes', () => {
  test.each([
    ['markup and a statement', "<img src=x onerror=alert(1)>'); drop table users; --"],
    ['right to left', 'مرحبا \u202Eabc 👩🏽‍🚀'],
    ['a formula', '=1+1'],
    ['as long as may be', 'x'.repeat(5_000)],
  ])('with %s are stored as typed', async (_, notes) => {
    const id = await createApplication(app.db);
    expect((await accept(id, staff, notes)).status).toBe(200);
    expect((await stored(id))!.notes).toBe(notes);
  });

  test.each([[undefined], [null], [''], [' \n ']])('%j count as empty notes', async (notes) => {
    const id = await createApplication(app.db);
    expect((await accept(id, staff, notes)).status).toBe(200);
    expect((await stored(id))!.notes).toBeNull();
  });

  test.each([
    ['too long', 'x'.repeat(5_001), 'Notes must be at most 5000 characters long'],
    ['with a NUL', 'a\0b', 'This contains characters that cannot be stored'],
    ['that are no text', { $gt: '' }, 'Notes must be text'],
  ])('%s are rejected at their field, and nothing is reviewed', async (_, notes, message) => {
    const id = await createApplication(app.db);
    expect(await accept(id, staff, notes)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'notes', message }] },
    });
    expect((await stored(id))!.status).toBe('pending');
  });
});

test.each(['pending', 'converted', '', null, 1])('%j is an invalid review', async (status) => {
  const id = await createApplication(app.db);
  expect((await review(id, staff, { status })).status).toBe(400);
  expect((await stored(id))!.status).toBe('pending');
});

describe('limited staff', () => {
  test('review applications like all staff', async () => {
    const id = await createApplication(app.db);
    expect(await accept(id, limited)).toMatchObject({ status: 200 });
    const page = await app.call('GET', '/api/applications', { user: limited });
    expect(page.json.rows.some((row: { id: string }) => row.id === id)).toBe(true);
  });

  test('see that an application was converted, and into whom only within their limit', async () => {
    const influencer = await app.as('influencer');
    const influencerId = influencer.id;
    const id = await createApplication(app.db, { status: 'accepted', influencerId });
    const read = async (user: TestUser) => {
      const { json } = await app.call('GET', `/api/applications/${id}`, { user });
      const list = await app.call('GET', '/api/applications?status=accepted', { user });
      const row = list.json.rows.find((listed: { id: string }) => listed.id === id);
      const { isConverted, influencerId: into } = json;
      expect(row).toMatchObject({ isConverted, influencerId: into });
      return { isConverted, into };
    };
    expect(await read(staff)).toEqual({ isConverted: true, into: influencerId });
    expect(await read(limited)).toEqual({ isConverted: true, into: null });
    await limitStaffTo(app, limited, influencer);
    expect(await read(limited)).toEqual({ isConverted: true, into: influencerId });
  });
});

test('an unknown id is not found', async () => {
  const { status } = await accept(randomUUID(), staff);
  expect(status).toBe(404);
});
