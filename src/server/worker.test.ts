import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { knownDevices } from '#src/features/identity/auth/server/known-devices.table.ts';
import { signUps } from '#src/features/identity/fan-sign-up/server/sign-ups.table.ts';
import { rateLimits } from '#src/platform/http/rate-limits.table.ts';
import { installJobs } from '#src/platform/jobs/jobs.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { QUEUES } from './queues.ts';
import { startWorker } from './worker.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the worker schedules its recurring jobs and can be restarted', async () => {
  for (const _ of ['first start', 'restart']) {
    const worker = await startWorker(app.services);
    await worker.stop();
  }
  const { rows } = await app.db.execute(sql`select name, cron from jobs.schedule order by name`);
  expect(rows).toEqual([
    { name: 'agreement-notices', cron: '*/10 * * * *' },
    { name: 'all-invoices', cron: '30 3 * * *' },
    { name: 'automation', cron: '*/10 * * * *' },
    { name: 'backup', cron: '20 * * * *' },
    { name: 'backup-test', cron: '35 * * * *' },
    { name: 'backup-warnings', cron: '0 9 * * *' },
    { name: 'checkouts', cron: '* * * * *' },
    { name: 'daily-digests', cron: '5 16 * * *' },
    { name: 'deadline-warnings', cron: '5 * * * *' },
    { name: 'decision-log', cron: '* * * * *' },
    { name: 'deleted-files', cron: '50 * * * *' },
    { name: 'email-link-sweep', cron: '40 * * * *' },
    { name: 'expiry-warnings', cron: '0 8 * * *' },
    { name: 'hash-lists', cron: '* * * * *' },
    { name: 'identity-checks', cron: '*/5 * * * *' },
    { name: 'invoices', cron: '* * * * *' },
    { name: 'ledger-check', cron: '45 3 * * *' },
    { name: 'new-post-mails', cron: '* * * * *' },
    { name: 'nightly-reconciliation', cron: '30 2 * * *' },
    { name: 'payment-events', cron: '* * * * *' },
    { name: 'payout-documents', cron: '* * * * *' },
    { name: 'payout-run', cron: '15 3 * * *' },
    { name: 'popularity', cron: '*/10 * * * *' },
    { name: 'provider-exports', cron: '35 * * * *' },
    { name: 'publishing', cron: '* * * * *' },
    { name: 'rate-limit-sweep', cron: '45 * * * *' },
    { name: 'record-totals', cron: '* * * * *' },
    { name: 'retention', cron: '10 4 * * *' },
    { name: 'session-sweep', cron: '40 * * * *' },
    { name: 'subscription-renewals', cron: '0 * * * *' },
    { name: 'task-reminders', cron: '20 * * * *' },
    { name: 'team-mails', cron: '0 7 * * *' },
    { name: 'upload-sweep', cron: '30 * * * *' },
    { name: 'weekly-digests', cron: '5 16 * * 5' },
  ]);
});

test('a start with the same jobs writes no queue and no schedule', async () => {
  const start = async () => {
    await installJobs(app.pool, app.log, QUEUES);
    await (await startWorker(app.services)).stop();
    const { rows } = await app.db.execute<{ name: string; updated: Date }>(sql`
      select name, updated_on as updated from jobs.queue
      union all select name, updated_on from jobs.schedule order by name, updated`);
    return rows;
  };
  const before = await start();
  expect(await start()).toEqual(before);
  await app.db.execute(sql`update jobs.queue set retry_limit = 99 where name = 'publishing'`);
  await app.db.execute(sql`update jobs.schedule set cron = '1 1 1 1 1' where name = 'publishing'`);
  const changed = (await start()).filter(({ updated }, at) => updated !== before[at]!.updated);
  expect(changed.map(({ name }) => name)).toEqual(['publishing', 'publishing']);
});

test('jobs of a killed process block no queue for long, also in a database from before', async () => {
  await (await startWorker(app.services)).stop();
  await app.db.execute(sql`update jobs.queue set heartbeat_seconds = null`);
  await installJobs(app.pool, app.log, QUEUES);
  await (await startWorker(app.services)).stop();
  const { rows } = await app.db.execute(
    sql`select name from jobs.queue where heartbeat_seconds is null and name not like '\\_\\_%'`,
  );
  expect(rows).toEqual([]);
});

test('the jobs that sweep delete sessions, devices, links and counts that have expired, and no others', async () => {
  const { db, jobs } = app;
  const [user, expired] = [await app.as('subscriber'), await app.as('subscriber')];
  const now = Date.now();
  const profile = { gender: 'female', dateOfBirth: '1990-01-01' } as const;
  const [ahead, past, longAgo] = [3_600_000, -1_000, -400 * 24 * 3_600_000].map(
    (milliseconds) => new Date(now + milliseconds),
  );
  await db.update(sessions).set({ expiresAt: past! }).where(eq(sessions.userId, expired.id));
  for (const [userId, at] of [
    [user.id, past],
    [expired.id, longAgo],
  ] as const) {
    await db.insert(knownDevices).values({ userId, deviceHash: userId, updatedAt: at! });
  }
  for (const [{ id: userId, email }, expiresAt] of [
    [user, ahead],
    [expired, past],
  ] as const) {
    await db
      .insert(emailConfirmations)
      .values({ userId, email, requestedBy: 'owner', expiresAt: expiresAt! });
    await db.insert(signUps).values({ email, password: 'x', profile, expiresAt: expiresAt! });
    await db.insert(rateLimits).values({ key: userId, points: 1, expire: expiresAt!.getTime() });
  }

  const worker = await startWorker(app.services);
  for (const name of ['session-sweep', 'email-link-sweep', 'rate-limit-sweep']) {
    const queue = { name, data: z.object({}), retries: { limit: 0, delay: 1, delayMax: 1 } };
    await jobs.enqueue(db, queue, {});
  }
  const owners = async () => ({
    sessions: (await db.select().from(sessions)).map(({ userId }) => userId),
    devices: (await db.select().from(knownDevices)).map(({ userId }) => userId),
    confirmations: (await db.select().from(emailConfirmations)).map(({ userId }) => userId),
    signUps: (await db.select().from(signUps)).map(({ email }) => email),
    counts: (await db.select().from(rateLimits)).map(({ key }) => key),
  });
  await expect.poll(owners).toEqual({
    sessions: [user.id],
    devices: [user.id],
    confirmations: [user.id],
    signUps: [user.email],
    counts: [user.id],
  });
  await worker.stop();
});
