import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { checkSettings, requireDirect } from './session-checks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A pool whose sessions have these settings, as a pooler hands them out. */
async function check(options: string): Promise<object[]> {
  const pool = new pg.Pool({ connectionString: app.directUrl, options, max: 1 });
  const warnings: object[] = [];
  try {
    await checkSettings(pool, { warn: (details) => warnings.push(details) });
  } finally {
    await pool.end();
  }
  return warnings;
}

test('the product does not start with sessions in another time zone', async () => {
  await expect(check('-c timezone=Europe/Berlin')).rejects.toThrow(
    'DATABASE_URL: its sessions run in the time zone Europe/Berlin; the pooler has to set UTC',
  );
});

test('the log names the limits that sessions lack', async () => {
  const limits = '-c statement_timeout=1s -c idle_in_transaction_session_timeout=1s';
  expect(await check(`-c timezone=UTC ${limits}`)).toEqual([{ missing: ['lock_timeout'] }]);
  expect(await check(`-c timezone=UTC ${limits} -c lock_timeout=1s`)).toEqual([]);
});

test('an address without a pooler is accepted for sessions', async () => {
  await expect(requireDirect(app.pool)).resolves.toBeUndefined();
});
