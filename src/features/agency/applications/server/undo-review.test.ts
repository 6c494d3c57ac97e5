import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { DECISION_MAIL_QUEUE, sendDecisionMail } from './application-mails.ts';
import { influencerApplications } from './applications.table.ts';
import { createApplication } from './applications.testing.ts';

let app: TestApp;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const post = (id: string, action: string, body: object, user = staff) =>
  app.call('POST', `/api/applications/${id}/${action}`, { user, body });
const stored = async (id: string) =>
  (await app.db.select().from(influencerApplications).where(eq(influencerApplications.id, id)))[0]!;

/** Reviews an application and returns the time of the review. */
async function decide(id: string, status: 'accepted' | 'rejected', notes?: string) {
  const { json } = await post(id, 'review', { status, notes });
  return json.reviewedAt as string;
}
const undo = (id: string, reviewedAt: string, user = staff) =>
  post(id, 'undo-review', { reviewedAt }, user);

/** Changes the time of a review as if it had been made earlier. */
async function moveBack(id: string, seconds: number): Promise<string> {
  const [row] = await app.db
    .update(influencerApplications)
    .set({ reviewedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(influencerApplications.id, id))
    .returning();
  return row!.reviewedAt!.toISOString();
}

describe.each(['accepted', 'rejected'] as const)('an application that was %s', (status) => {
  test('is pending again after the undo, with the notes from before, and both are audited', async () => {
    const notes = 'Reopened: New pictures arrived.';
    const id = await createApplication(app.db, { notes });
    const undone = await undo(id, await decide(id, status, 'Too far away.'));
    expect(undone).toMatchObject({ status: 200, json: { status: 'pending', notes } });
    expect(await stored(id)).toMatchObject({ reviewedBy: null, reviewedAt: null, notes });
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
    expect(entries).toMatchObject([
      { after: { status, notes: 'Too far away.' } },
      {
        operation: `POST /api/applications/${id}/undo-review`,
        after: { status: 'pending', notes },
      },
    ]);
  });

  test('without changes of the notes has the same ones after the undo', async () => {
    for (const notes of [null, 'Called on Friday.']) {
      const id = await createApplication(app.db, { notes });
      await undo(id, await decide(id, status, notes ?? ''));
      expect(await stored(id)).toMatchObject({ status: 'pending', notes });
    }
  });

  test('can be undone by nobody but its reviewer', async () => {
    const id = await createApplication(app.db);
    const reviewedAt = await decide(id, status);
    const refused = await undo(id, reviewedAt, await app.as('admin'));
    expect(refused.json).toMatchObject({
      code: 'not-allowed-in-state',
      detail: `This application has already been ${status} by staff 1`,
    });
    expect((await stored(id)).status).toBe(status);
  });
});

test('of several simultaneous undos one succeeds', async () => {
  const id = await createApplication(app.db);
  const reviewedAt = await decide(id, 'accepted');
  const answers = await Promise.all([1, 2, 3].map(() => undo(id, reviewedAt)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('a review cannot be undone once its mail may have been sent', async () => {
  const id = await createApplication(app.db);
  await decide(id, 'rejected');
  expect((await undo(id, await moveBack(id, UNDO_SECONDS + 1))).json).toMatchObject({
    code: 'not-allowed-in-state',
    detail: 'It’s too late to undo this. Reopen the application with a reason instead',
  });
  expect((await undo(id, await moveBack(id, 10))).status).toBe(200);
});

test('an application that was converted in the meantime stays accepted', async () => {
  const id = await createApplication(app.db);
  const reviewedAt = await decide(id, 'accepted');
  const { id: influencerId } = await app.as('influencer');
  await app.db
    .update(influencerApplications)
    .set({ influencerId })
    .where(eq(influencerApplications.id, id));
  expect((await undo(id, reviewedAt)).json.detail).toBe(
    'This application has already been converted into an influencer',
  );
});

test('an undo concerns one review, not a later one of the same person', async () => {
  const id = await createApplication(app.db);
  const first = await decide(id, 'accepted');
  await undo(id, first);
  expect((await undo(id, first)).json.detail).toBe('This application is still pending');
  await decide(id, 'rejected');
  expect((await undo(id, first)).json.detail).toBe(
    'This application has already been rejected by staff 1',
  );
});

test('the review of an application is not undone while the same one is pending again', async () => {
  const fingerprint = 'the same answers';
  const id = await createApplication(app.db, { fingerprint });
  const reviewedAt = await decide(id, 'rejected');
  await createApplication(app.db, { fingerprint });
  expect((await undo(id, reviewedAt)).json.code).toBe('conflict');
});

describe('the mail about a decision', () => {
  /** Runs the waiting jobs and returns the mails that they send. */
  async function runMailJobs(): Promise<Mail[]> {
    const sent: Mail[] = [];
    const mail = { send: async (each: Mail) => void sent.push(each) };
    const { rows } = await app.db.execute<{ id: string; data: never }>(sql`
      delete from jobs.job where name = ${DECISION_MAIL_QUEUE.name} returning id, data`);
    for (const { id, data } of rows) await sendDecisionMail({ db: app.db, mail }, data, id);
    return sent;
  }

  test('waits until the decision cannot be undone, and reveals nothing', async () => {
    await runMailJobs();
    const id = await createApplication(app.db);
    await decide(id, 'rejected', 'Not now');
    const { rows } = await app.db.execute(sql`
      select extract(epoch from start_after - created_on)::int as seconds from jobs.job
      where name = ${DECISION_MAIL_QUEUE.name}`);
    expect(rows).toEqual([{ seconds: UNDO_SECONDS }]);
    const mails = await runMailJobs();
    expect(mails).toMatchObject([
      { to: 'marlowe@example.test', subject: 'We have decided on your application' },
    ]);
    expect(JSON.stringify(mails)).not.toMatch(/Not now|rejected/);
  });

  test('is not sent after an undo, and once after another decision', async () => {
    await runMailJobs();
    const id = await createApplication(app.db);
    await undo(id, await decide(id, 'rejected'));
    expect(await runMailJobs()).toEqual([]);
    await undo(id, await decide(id, 'accepted'));
    await decide(id, 'rejected');
    expect(await runMailJobs()).toHaveLength(1);
  });

  test('is not sent for an application that was deleted or reopened', async () => {
    await runMailJobs();
    const [deleted, reopened] = [await createApplication(app.db), await createApplication(app.db)];
    await decide(deleted, 'rejected');
    await decide(reopened, 'accepted');
    await app.db.delete(influencerApplications).where(eq(influencerApplications.id, deleted));
    await post(reopened, 'reopen', { reason: 'A mistake' });
    expect(await runMailJobs()).toEqual([]);
  });
});

test('many applications are reviewed at once, each refusal names who was faster, and notes stay', async () => {
  const [pending, annotated] = [
    await createApplication(app.db),
    await createApplication(app.db, { notes: 'Called twice' }),
  ];
  const decided = await createApplication(app.db);
  await post(decided, 'review', { status: 'rejected' }, await app.as('admin'));
  const body = { ids: [pending, annotated, decided], status: 'accepted' };
  const { json } = await app.call('POST', '/api/applications/review', { user: staff, body });
  expect(json.changed).toEqual([pending, annotated]);
  expect(json.refused).toEqual([
    { id: decided, reason: expect.stringContaining('already been rejected by') },
  ]);
  expect(await stored(annotated)).toMatchObject({ status: 'accepted', notes: 'Called twice' });

  const undone = await app.call('POST', '/api/applications/review/undo', { user: staff, body });
  expect(undone.json.changed).toEqual([pending, annotated]);
  expect(undone.json.refused).toHaveLength(1);
  expect(await stored(annotated)).toMatchObject({ status: 'pending', notes: 'Called twice' });
});
