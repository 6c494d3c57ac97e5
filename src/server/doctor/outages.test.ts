import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM_REMEDIES } from '#src/features/backoffice/dashboard/system-status.rules.ts';
import type { Config } from '#src/platform/config/config.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { examine } from './examine.ts';

const NOBODY = { host: '127.0.0.1', port: 1 };
const BUCKET = {
  kind: 's3',
  bucket: 'files',
  region: 'eu-central-1',
  endpoint: 'http://127.0.0.1:1',
  accessKeyId: 'x',
  secretAccessKey: 'x',
  forcePathStyle: true,
} as const;

/** What is printed of each check that fails. */
const FAILURES = {
  Disk: [
    'failed',
    expect.stringMatching(/are free in DATA_DIR, less than DISK_RESERVE_MB: uploads are refused$/),
    'Free space, or set DATA_DIR to a larger disk.',
  ],
  'Virus scan': [
    'failed',
    'ClamAV cannot be reached, so uploads would fail',
    'Start clamav-daemon, or correct CLAMD_URL.',
  ],
  PUBLIC_URL: ['failed', 'club.invalid is not found (ENOTFOUND)', 'Add it to the DNS.'],
  Certificate: [
    'failed',
    'Nothing answers at https://club.invalid: ENOTFOUND',
    'Let the name lead to the proxy, and the proxy to HOST and PORT of the product.',
  ],
  Proxy: [
    'failed',
    'PUBLIC_URL does not lead to this machine',
    'Let the name lead to the proxy, and the proxy to HOST and PORT of the product.',
  ],
  Storage: ['failed', 'It does not respond: ECONNREFUSED', SYSTEM_REMEDIES.storage],
  'Parts of files': ['failed', 'It does not respond: ECONNREFUSED', SYSTEM_REMEDIES.storage],
  Mail: [
    'failed',
    'The mail server cannot be reached',
    'Set SMTP_URL to your mail server, and restart.',
  ],
  'Test email': [
    'failed',
    'The mail server did not take an email to me@example.test: ESOCKET',
    'Check SMTP_URL, the sender (MAIL_FROM), and whether the server may send to this address.',
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('whoever opens with nothing that works reads what to do about each of it', async () => {
  const config: Config = {
    ...app.config,
    databaseUrl: app.pool.options.connectionString!,
    publicUrl: 'https://club.invalid',
    port: 0,
    storage: BUCKET,
    mail: { ...app.config.mail, smtp: { ...NOBODY, secure: false } },
    clamd: NOBODY,
    diskReserve: 1e18,
  };
  const found: Record<string, string[]> = {};
  for await (const { name, state, text, remedy } of examine(config, {
    mailTo: 'me@example.test',
  })) {
    found[name] = [state, text, remedy ?? ''];
  }
  const failures = Object.fromEntries(
    Object.entries(found).filter(([, [state]]) => state === 'failed'),
  );
  expect(failures).toEqual(FAILURES);
  expect(found.Clock).toEqual([
    'warning',
    'The clock was not compared: 127.0.0.1:1 does not say what time it is',
    'See whether the machine sets its clock: timedatectl.',
  ]);
});
