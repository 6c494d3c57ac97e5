import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
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
    { name: 'all-invoices', cron: '30 3 * * *' },
    { name: 'automation', cron: '*/10 * * * *' },
    { name: 'checkouts', cron: '* * * * *' },
    { name: 'daily-digests', cron: '5 16 * * *' },
    { name: 'deleted-files', cron: '50 * * * *' },
    { name: 'email-link-sweep', cron: '40 * * * *' },
    { name: 'expiry-warnings', cron: '0 8 * * *' },
    { name: 'invoices', cron: '* * * * *' },
    { name: 'ledger-check', cron: '45 3 * * *' },
    { name: 'new-post-mails', cron: '* * * * *' },
    { name: 'nightly-reconciliation', cron: '30 2 * * *' },
    { name: 'payment-events', cron: '* * * * *' },
    { name: 'payout-documents', cron: '* * * * *' },
    { name: 'payout-run', cron: '15 3 * * *' },
    { name: 'popularity', cron: '*/10 * * * *' },
    { name: 'publishing', cron: '* * * * *' },
    { name: 'rate-limit-sweep', cron: '45 * * * *' },
    { name: 'retention', cron: '10 4 * * *' },
    { name: 'session-sweep', cron: '40 * * * *' },
    { name: 'subscription-renewals', cron: '0 * * * *' },
    { name: 'task-reminders', cron: '20 * * * *' },
    { name: 'team-mails', cron: '0 7 * * *' },
    { name: 'upload-sweep', cron: '30 * * * *' },
    { name: 'weekly-digests', cron: '5 16 * * 5' },
  ]);
});
