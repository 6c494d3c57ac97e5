import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { failJob } from '#src/platform/jobs/failed-jobs.testing.ts';
import type { JobKey } from '#src/platform/jobs/failed-jobs.ts';
import { installJobs, openJobRunner, type Queue } from '#src/platform/jobs/jobs.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
beforeEach(async () => {
  await app.db.execute(sql`delete from jobs.job`);
});
afterAll(() => app.close());

const get = async (address: string) => (await app.call('GET', address, { user: admin })).json;
const change = async (name: 'retry' | 'discard', ...jobs: JobKey[]) => {
  const { json } = await app.call('POST', `/api/jobs/${name}`, { user: admin, body: { jobs } });
  return json;
};
const stateOf = async ({ id }: JobKey) => {
  const { rows } = await app.db.execute(sql`select state from jobs.job where id = ${id}`);
  return rows[0]?.state;
};
const setState = ({ id }: JobKey, state: string) =>
  app.db.execute(sql`update jobs.job set state = ${state}::jobs.job_state where id = ${id}`);
const entriesOf = ({ id }: JobKey) =>
  app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));

test('a failed job is listed with its reason, but without data, addresses and secrets', async () => {
  const { id } = await failJob(app, {
    output: { name: 'Error', message: 'No answer of smtp://user:pw@mail.test for bo@mail.test' },
  });
  const { rows, total } = await get('/api/jobs/failed');
  expect(total).toBe(1);
  expect(rows).toEqual([
    {
      id,
      queue: 'mail',
      createdAt: expect.any(String),
      failedAt: expect.any(String),
      attempts: 3,
      reason: 'Error: No answer of … for …',
    },
  ]);
});

test('failed jobs are found by queue, newest first, and page by cursor', async () => {
  for (let minutesAgo = 1; minutesAgo <= 51; minutesAgo++) await failJob(app, { minutesAgo });
  const other = await failJob(app, { queue: 'invitation', minutesAgo: 60 });
  const first = await get('/api/jobs/failed');
  const second = await get(`/api/jobs/failed?after=${encodeURIComponent(first.next)}`);
  const times = [...first.rows, ...second.rows].map(({ failedAt }) => failedAt as string);
  expect(times).toHaveLength(52);
  expect(times).toEqual(times.toSorted().toReversed());
  const found = await get('/api/jobs/failed?queue=invitation');
  expect(found.rows.map((row: { id: string }) => row.id)).toEqual([other.id]);
  expect((await get('/api/jobs/failed?queue=invit')).rows).toEqual([]);
  expect((await get('/api/jobs/failed?search=nvitat')).total).toBe(1);
});

test('a list of very many failed jobs reads one page of an index', async () => {
  await app.db.execute(sql`
    insert into jobs.job (name, state, completed_on)
    select 'mail', 'failed', now() - make_interval(secs => n) from generate_series(1, 30000) n`);
  await app.db.execute(sql`analyze jobs.job_common`);
  const { rows } = await app.db.execute<{ 'QUERY PLAN': string }>(sql`
    explain select id from jobs.job where state = 'failed'
    order by completed_on desc, id desc limit 51`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan Backward using .*completed_on_id_idx/);
  expect(plan).not.toContain('Sort');
  expect(await get('/api/jobs/failed')).toMatchObject({ total: 1001 });
});

test('a retried job runs again, and the audit trail says who did it', async () => {
  const data = z.object({});
  const retries = { limit: 0, delay: 1, delayMax: 1 };
  const queue: Queue<typeof data> = { name: 'succeeds-later', data, retries };
  await installJobs(app.pool, app.log, [queue]);
  const runner = await openJobRunner(app.services.directUrl, app.log);
  let isBroken = true;
  await runner.work(queue, async () => {
    if (isBroken) throw new RangeError('Not today');
  });
  await app.jobs.enqueue(app.db, queue, {});
  const failed = async () => (await get('/api/jobs/failed?queue=succeeds-later')).rows;
  await expect
    .poll(failed, { timeout: 15_000 })
    .toMatchObject([{ reason: 'RangeError: Not today' }]);
  const [job] = await failed();
  isBroken = false;
  expect(await change('retry', job)).toEqual({ changed: [job.id], refused: [] });
  await expect.poll(() => stateOf(job), { timeout: 15_000 }).toBe('completed');
  await runner.stop();
  expect(await entriesOf(job)).toMatchObject([
    {
      actorId: admin.id,
      operation: 'POST /api/jobs/retry',
      action: 'changed',
      entity: 'jobs',
      label: 'succeeds-later',
      before: { state: 'failed' },
      after: { state: 'retry' },
    },
  ]);
});

test.each([
  ['retry', 'It has been retried already and waits to run'],
  ['active', 'It has been retried already and is running'],
  ['completed', 'It has been retried already and succeeded'],
])('a job in the state %s is neither retried nor discarded', async (state, reason) => {
  const [job, other] = [await failJob(app), await failJob(app)];
  await setState(job, state);
  expect(await change('retry', job, other)).toEqual({
    changed: [other.id],
    refused: [{ id: job.id, reason }],
  });
  expect(await change('discard', job)).toEqual({ changed: [], refused: [{ id: job.id, reason }] });
  expect(await stateOf(job)).toBe(state);
  expect(await entriesOf(job)).toEqual([]);
});

test('of two people who retry a job at the same time one does', async () => {
  const job = await failJob(app);
  const results = await Promise.all([change('retry', job), change('retry', job)]);
  expect(results.map(({ changed }) => changed.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await entriesOf(job)).toHaveLength(1);
});

test('a scheduled job is not retried while its next run waits', async () => {
  await app.db.execute(sql`select jobs.create_queue('nightly', '{"policy":"exclusive"}'::jsonb)`);
  const job = await failJob(app, { queue: 'nightly' });
  await app.db.execute(sql`update jobs.job set policy = 'exclusive' where id = ${job.id}`);
  await app.db.execute(sql`insert into jobs.job (name, policy) values ('nightly', 'exclusive')`);
  const reason = 'Another run of this job waits or runs already';
  expect(await change('retry', job)).toEqual({ changed: [], refused: [{ id: job.id, reason }] });
  expect(await stateOf(job)).toBe('failed');
});

test('a discarded job is deleted, and is recorded without its data', async () => {
  const job = await failJob(app);
  expect(await change('discard', job)).toEqual({ changed: [job.id], refused: [] });
  expect(await stateOf(job)).toBeUndefined();
  const gone = { id: job.id, reason: 'It no longer exists' };
  expect(await change('discard', job)).toEqual({ changed: [], refused: [gone] });
  const entries = await entriesOf(job);
  expect(entries).toMatchObject([{ action: 'deleted', label: 'mail' }]);
  expect(JSON.stringify(entries)).not.toContain('ada@example.test');
});

test('the overview shows the jobs of each queue', async () => {
  await app.db.execute(sql`insert into jobs.job (name, state, start_after) values
    ('mail', 'created', now() - interval '2 hours'), ('mail', 'retry', now() + interval '1 hour')`);
  await app.db.execute(sql`update jobs.queue set queued_count = 2, failed_count = 3
    where name = 'mail'`);
  const { queues } = await get('/api/jobs');
  const mail = queues.find(({ queue }: { queue: string }) => queue === 'mail');
  expect(mail).toMatchObject({ waiting: 2, active: 0, failed: 3, retried: 1 });
  const hours = (Date.now() - Date.parse(mail.oldestWaitingSince)) / 3_600_000;
  expect(hours).toBeCloseTo(2, 1);
  expect(queues.map(({ queue }: { queue: string }) => queue)).not.toContain('__pgboss__send-it');
});

/** A schedule that runs every hour, whose newest run is in this state. */
async function schedule(run: { state: string; minutesAgo: number } | null): Promise<string> {
  const [name, id] = [`hourly-${randomUUID()}`, randomUUID()];
  await app.db.execute(sql`select jobs.create_queue(${name}, '{"policy":"standard"}'::jsonb)`);
  await app.db.execute(sql`
    insert into jobs.schedule (name, cron, created_on, last_job_id)
    values (${name}, '0 * * * *', now() - interval '1 day', ${run && id})`);
  if (run) {
    const at = sql`now() - make_interval(mins => ${run.minutesAgo})`;
    await app.db.execute(sql`
      insert into jobs.job (id, name, state, created_on, start_after, started_on, completed_on)
      values (${id}, ${name}, ${run.state}::jobs.job_state, ${at}, ${at}, ${at}, ${at})`);
  }
  return name;
}

test.each([
  [null, true],
  [{ state: 'completed', minutesAgo: 0 }, false],
  [{ state: 'completed', minutesAgo: 130 }, true],
  [{ state: 'failed', minutesAgo: 0 }, false],
  [{ state: 'active', minutesAgo: 130 }, false],
  [{ state: 'created', minutesAgo: 2 }, false],
  [{ state: 'created', minutesAgo: 10 }, true],
])('a schedule whose newest run is %j is late: %s', async (run, isLate) => {
  const name = await schedule(run);
  const { schedules } = await get('/api/jobs');
  const found = schedules.find((each: { name: string }) => each.name === name);
  expect(found).toMatchObject({ cron: '0 * * * *', isLate });
  expect(found.lastRun?.state).toBe(run?.state);
  expect(Date.parse(found.nextAt)).toBeGreaterThan(Date.now());
});
