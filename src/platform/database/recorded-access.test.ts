import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { applicationPictures } from '#src/features/content/portfolios/server/application-pictures.table.ts';
import { recordFailedSignIn } from '#src/features/identity/auth/server/complete-sign-in.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { listOperations } from '#test/operations.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  staff = await app.as('staff');
});
afterAll(() => app.close());

const entriesOf = async ({ id }: TestUser) => {
  const { rows } = await app.db.execute<Record<string, unknown>>(sql`
    select action, entity, entity_id, label, operation, after from audit_entries
    where actor_id = ${id} order by id`);
  return rows;
};
const get = (path: string, user = staff) => app.call('GET', path, { user });

test('an export is recorded with its file and filters', async () => {
  await get('/api/users.csv?role=staff');
  expect(await entriesOf(staff)).toEqual([
    {
      action: 'exported',
      entity: 'downloads',
      entity_id: '/api/users.csv',
      label: 'users.csv',
      operation: 'GET /api/users.csv',
      after: expect.objectContaining({ role: 'staff' }),
    },
  ]);
});

test('an export of selected records is recorded with their ids', async () => {
  const ids = [(await app.as('subscriber')).id, (await app.as('subscriber')).id];
  await app.call('POST', '/api/users.csv', { user: staff, body: { ids, sort: 'name' } });
  expect(await entriesOf(staff)).toMatchObject([
    { action: 'exported', entity_id: '/api/users.csv', label: 'users.csv', after: { ids } },
  ]);
});

describe('viewing personal data is recorded', () => {
  test('once an hour for each person and record', async () => {
    const fan = await app.as('subscriber');
    for (let view = 0; view < 3; view++) await get(`/api/users/${fan.id}`);
    const views = await entriesOf(staff);
    expect(views).toEqual([
      expect.objectContaining({ action: 'viewed', entity: 'profiles', entity_id: fan.id }),
    ]);
    const colleague = await app.as('staff');
    await get(`/api/users/${fan.id}`, colleague);
    expect(await entriesOf(colleague)).toHaveLength(1);
  });

  test('also that of applicants', async () => {
    const id = await createApplication(app.db);
    await get(`/api/applications/${id}`);
    expect(await entriesOf(staff)).toMatchObject([
      { action: 'viewed', entity: 'influencer_applications', entity_id: id },
    ]);
  });

  test('not when it is refused', async () => {
    await get('/api/users/00000000-0000-4000-8000-000000000000');
    expect(await entriesOf(staff)).toEqual([]);
  });
});

/** Reads of a record that show nothing personal, or what belongs to a person's work or public page. */
const WITHOUT_RECORDED_VIEW = [
  'GET /api/agreement-versions/{id}',
  'GET /api/audit/{id}',
  'GET /api/blocked-files/{id}',
  'GET /api/comments/{kind}/{recordId}',
  'GET /api/decisions/{rule}/{id}',
  'GET /api/influencers/{id}/correction-basis',
  'GET /api/influencers/{id}/page',
  'GET /api/influencers/{id}/page-images',
  'GET /api/ledger-findings/{id}',
  'GET /api/payouts/{id}/transitions',
  'GET /api/performers/{id}/posts',
  'GET /api/plans/{id}',
  'GET /api/plans/{id}/commission',
  'GET /api/plans/{id}/price-changes',
  'GET /api/policies/{id}/versions',
  'GET /api/post-reviews/{id}',
  'GET /api/posts/{id}',
  'GET /api/price-changes/{id}',
  'GET /api/tags/{kind}',
  'GET /api/tasks/{id}',
  'GET /api/vault/{id}/posts',
  'GET /api/vault/{id}/tasks',
];

test('every read of one record by the back office is recorded, or shows nothing personal', () => {
  const reads = listOperations(app.services).filter((route) => {
    const access = (route as { 'x-access'?: unknown })['x-access'];
    const isOfBackOffice = Array.isArray(access) && access.includes('admin');
    return isOfBackOffice && route.name.startsWith('GET') && route.path.includes('{');
  });
  const unrecorded = reads.filter((route) => {
    const isFile = !('application/json' in (route.responses[200] as { content: object }).content);
    // A file in JSON, whose export is recorded.
    const isJsonFile = route.name === 'GET /api/disputes/{id}/evidence';
    return !isFile && !isJsonFile && !('x-recorded-view' in route);
  });
  expect(unrecorded.map(({ name }) => name).toSorted()).toEqual(WITHOUT_RECORDED_VIEW);
});

test('the pictures of an applicant are recorded when they are opened', async () => {
  const id = await createApplication(app.db);
  const [picture] = await app.db
    .insert(applicationPictures)
    .values({
      applicationId: id,
      fileName: 'one.jpg',
      fingerprint: 'a'.repeat(64),
      s3Key: 'portfolio/1732100000000-a1b2c3.jpg',
    })
    .returning();
  await get(`/application/pictures/${picture!.id}`);
  expect(await entriesOf(staff)).toMatchObject([
    { action: 'viewed', entity: 'influencer_applications', entity_id: id },
  ]);
});

test('the sign-ins of the back office are recorded, those of fans are not', async () => {
  const fan = await app.as('subscriber');
  for (const { email } of [staff, fan]) {
    await app.call('POST', '/api/auth/sign-in', { body: { email, password: PASSWORD } });
  }
  expect(await entriesOf(staff)).toMatchObject([
    {
      action: 'signed-in',
      entity: 'credentials',
      label: staff.email,
      after: { secondFactor: false },
    },
  ]);
  expect(await entriesOf(fan)).toEqual([]);
});

test('failed sign-ins to accounts of the back office are recorded once, with the reason, those of fans are not', async () => {
  const fan = await app.as('subscriber');
  for (const { email } of [staff, fan]) {
    const body = { email, password: 'a wrong password' };
    expect((await app.call('POST', '/api/auth/sign-in', { body })).status).toBe(401);
  }
  const { rows: jobs } = await app.pool.query(
    `select id, data from jobs.job where name = 'sign-in-failed'`,
  );
  expect(jobs).toHaveLength(2);
  // A job may run again after a crash.
  for (const { id, data } of [...jobs, ...jobs]) await recordFailedSignIn(app.db, data, id);
  expect(await entriesOf(staff)).toMatchObject([
    { action: 'sign-in-failed', entity: 'credentials', after: { reason: 'invalid-credentials' } },
  ]);
  expect(await entriesOf(fan)).toEqual([]);
});

test('the audit trail lists views only when they are filtered for', async () => {
  const admin = await app.as('admin');
  const fan = await app.as('subscriber');
  await get(`/api/users/${fan.id}`);
  await get('/api/users.csv');
  const actionsOf = async (query: string) => {
    const { json } = await get(`/api/audit?actor=${staff.id}${query}`, admin);
    return json.rows.map(({ parts }: { parts: { action: string }[] }) => parts[0]!.action);
  };
  expect(await actionsOf('')).toEqual(['exported']);
  expect(await actionsOf('&action=viewed')).toEqual(['viewed']);
  expect(await actionsOf(`&entity=profiles&entityId=${fan.id}`)).toEqual(['viewed']);
});
