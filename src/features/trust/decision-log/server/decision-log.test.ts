import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { verify } from '#src/features/content/consents/server/consents.testing.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import {
  addScheduledPost,
  insertReview,
} from '#src/features/trust/reviews/server/reviews.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { chainDecisions, verifyDecisionLog } from './decision-log.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
});
afterAll(() => app.close());

/** Changes the database as somebody could who switches triggers off. */
const tamper = (...statements: SQL[]) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });

beforeEach(async () => {
  await tamper(sql`delete from decision_log`, sql`delete from post_reviews`);
});

async function review() {
  const { id } = await addScheduledPost(app, influencer, staff);
  return insertReview(app, id, { decision: 'rejected' });
}
const problems = async () =>
  (await verifyDecisionLog(app.db, 10)).violations.map(({ problem }) => problem);

test('contains the decisions about posts, complaints and identities', async () => {
  await review();
  const complaintId = await addComplaint(app, { influencerId: influencer.id });
  await app.db
    .update(complaints)
    .set({
      decidedAt: new Date(),
      outcome: 'no_action',
      policy: 'no_violation',
      decisionText: 'Nothing private is shown.',
    })
    .where(sql`id = ${complaintId}`);
  await verify(app, await insertPerformer(app.db, influencer.id));
  await chainDecisions(app.db);
  const { rows } = await app.db.execute<{ entity: string; number: string }>(
    sql`select entity, number from decision_log order by number`,
  );
  expect(rows.map(({ entity }) => entity)).toEqual([
    'post_reviews',
    'complaints',
    'performer_verifications',
    'performer_verifications',
  ]);
  expect(rows.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4]);
  expect(await verifyDecisionLog(app.db, 10)).toMatchObject({
    entries: 4,
    unchained: 0,
    last: { number: 4 },
    violations: [],
  });
});

test('contains the hashes of texts, which may name people', async () => {
  await review();
  const { rows } = await app.db.execute<{ content: object }>(sql`select content from decision_log`);
  expect(JSON.stringify(rows)).not.toContain('Too dark');
  expect(rows[0]!.content).toHaveProperty(
    'note_sha256',
    createHash('sha256').update('Too dark').digest('hex'),
  );
});

test('is chained in order while decisions are made, one run at a time', async () => {
  await Promise.all([
    ...Array.from({ length: 8 }, () => review()),
    ...Array.from({ length: 4 }, () => chainDecisions(app.db)),
  ]);
  await chainDecisions(app.db);
  expect(await verifyDecisionLog(app.db, 10)).toMatchObject({ unchained: 0, violations: [] });
});

test.each([
  ['changed', sql`update decision_log set content = '{}'`],
  ['numbered again', sql`update decision_log set number = 99, hash = 'x'`],
  ['deleted', sql`delete from decision_log`],
  ['emptied', sql`truncate decision_log`],
])('cannot be %s', async (_, statement) => {
  await review();
  await chainDecisions(app.db);
  await expect(app.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'the log of decisions is never changed' },
  });
});

describe('the verification finds', () => {
  test.each([
    [
      'a changed entry',
      sql`update decision_log set content = content || '{"decision": "approved"}' where number = 2`,
      'it was changed, or the entry before it',
    ],
    [
      'a deleted entry',
      sql`delete from decision_log where number = 2`,
      'an entry before it is missing',
    ],
    [
      'a changed decision',
      sql`update post_reviews set note = 'Another' where id = (select record_id from decision_log where number = 2)`,
      'the decision differs from the log',
    ],
    [
      'a decision that was removed from the log',
      sql`delete from decision_log where number = 3`,
      'a decision is not in the log',
    ],
  ])('%s', async (_name, statement, problem) => {
    for (let count = 0; count < 3; count++) await review();
    await chainDecisions(app.db);
    expect(await problems()).toEqual([]);
    await tamper(statement);
    expect(await problems()).toContain(problem);
  });
});
