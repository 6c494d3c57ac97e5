import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import {
  reconciliationItems,
  reconciliationRuns,
} from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';
import { SYSTEM_PARTS, type SystemPart, type SystemStatus } from '../system-status.schema.ts';
import { prepareSystemChecks } from './system-checks.ts';
import { createSystemStatus, type Check } from './system-status.ts';
import { checkVideos } from './video-check.ts';

const log = pino({ level: 'silent' });
const okCheck: Check = async () => ({ state: 'ok', text: 'Fine' });
const allOk = {
  database: okCheck,
  storage: okCheck,
  mail: okCheck,
  jobs: okCheck,
  videos: okCheck,
  backup: okCheck,
  payments: okCheck,
  ledger: okCheck,
  reconciliation: okCheck,
  identity: okCheck,
  consents: okCheck,
  reviews: okCheck,
  agreements: okCheck,
};
const never: Check = () => new Promise(() => {});

describe('system checks', () => {
  let now = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The clock of lru-cache, for which entries of the instant 0 never expire.
    now = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  async function pass(milliseconds: number): Promise<void> {
    now += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
  }

  test('are all reported, with the time of the check', async () => {
    const { checkedAt, parts } = await createSystemStatus({ checks: allOk, log })();
    expect(parts).toEqual(SYSTEM_PARTS.map((part) => ({ part, state: 'ok', text: 'Fine' })));
    expect(checkedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('that fail reveal no internal details', async () => {
    const failingCheck: Check = () => Promise.reject(new Error('password=hunter2 at 10.0.0.7'));
    const checks = Object.fromEntries(SYSTEM_PARTS.map((part) => [part, failingCheck]));
    const { parts } = await createSystemStatus({ checks: checks as typeof allOk, log })();
    expect(parts.map(({ state }) => state)).toEqual(SYSTEM_PARTS.map(() => 'down'));
    expect(JSON.stringify(parts)).not.toMatch(/hunter2|10\.0/);
  });

  test('that hang time out, do not delay others, and are not started twice', async () => {
    let started = 0;
    const hangingCheck: Check = () => (started++, never());
    const checks = { ...allOk, storage: hangingCheck };
    const read = createSystemStatus({ checks, log });
    for (const _ of ['first', 'second']) {
      const reading = read();
      await pass(3_000);
      const { parts } = await reading;
      await pass(15_001);
      expect(parts.find(({ part }) => part === 'storage')).toEqual({
        part: 'storage',
        state: 'down',
        text: 'No response within 3 seconds',
      });
      expect(parts.filter(({ state }) => state === 'ok')).toHaveLength(SYSTEM_PARTS.length - 1);
    }
    expect(started).toBe(1);
  });

  test('are shared by simultaneous requests and cached for a while', async () => {
    let checkCount = 0;
    const counted: Check = () => (checkCount++, okCheck());
    const checks = { ...allOk, database: counted };
    const read = createSystemStatus({ checks, log });
    const [first] = await Promise.all([read(), read(), read()]);
    await pass(14_999);
    expect(await read()).toEqual(first);
    expect(checkCount).toBe(1);
    await pass(2);
    await read();
    expect(checkCount).toBe(2);
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // Starts processes once, beside which the database would be slow.
  await checkVideos(app.services);
});
afterAll(() => app.close());

type Services = TestApp['services'];
const check = (part: SystemPart, services: Services = app.services) =>
  prepareSystemChecks(services)[part]();

test('admins and staff read real findings of every part', async () => {
  for (const role of ['admin', 'staff'] as const) {
    const user = await app.as(role);
    const { json } = await app.call('GET', '/api/system-status', { user });
    const text = new Map((json as SystemStatus).parts.map((part) => [part.part, part.text]));
    expect(text.get('database')).toMatch(/^Responds in [\d.]+ ms$/);
    expect(text.get('storage')).toMatch(/^Wrote, read and deleted a file in [\d.]+ ms/);
    expect(text.get('mail')).toBe('No mail server is set up: emails are saved as files');
    expect(text.get('jobs')).toBe('No scheduled job has run yet');
    expect(text.get('payments')).toBe('Sandbox: no real money is taken; no payment events waiting');
    expect(text.get('reconciliation')).toBe('Not compared with a provider yet');
  }
});

test.each([
  ['consents', { requiresConsents: true, requiresAgreements: false, requiresReviews: false }],
  ['agreements', { requiresConsents: false, requiresAgreements: true, requiresReviews: false }],
  ['reviews', { requiresConsents: false, requiresAgreements: false, requiresReviews: true }],
] as const)(
  '%s: a rule of publication that is off is a warning in production',
  async (part, rule) => {
    const config = { ...app.config, mode: 'production' as const, demo: false };
    const services = { ...app.services, config };
    expect(await check(part, services)).toMatchObject({ state: 'warning' });
    await setPublicationRule(app.db, rule);
    expect(await check(part, services)).toMatchObject({ state: 'ok' });
    await setPublicationRule(app.db, {
      requiresConsents: false,
      requiresAgreements: false,
      requiresReviews: false,
    });
  },
);

test.each([
  [
    'landlock',
    false,
    'ok',
    'Videos are read without network and other files (Landlock and seccomp)',
  ],
  ['prlimit', false, 'down', 'Videos are refused: nothing isolates them here'],
  [
    'prlimit',
    true,
    'warning',
    'Videos are read with access to the network and the files of this account',
  ],
] as const)(
  'videos: %s, and others allowed: %s, is %s',
  async (found, allowsUnisolatedVideos, state, text) => {
    const config = { allowsUnisolatedVideos };
    expect(await checkVideos({ config }, async () => found)).toEqual({ state, text });
  },
);

test('the database is down when it does not answer', async () => {
  const db = { execute: () => Promise.reject(new Error('ECONNREFUSED')) } as never;
  const read = createSystemStatus({
    checks: prepareSystemChecks({ ...app.services, db }),
    log,
  });
  const { parts } = await read();
  expect(parts[0]).toEqual({
    part: 'database',
    state: 'down',
    text: 'The database isn’t responding',
  });
});

test('a server whose clock differs from the database’s is warned about', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 90_000);
  const finding = await check('database');
  vi.restoreAllMocks();
  expect(finding).toMatchObject({ state: 'warning' });
  expect(finding.text).toMatch(/^Its clock and this server’s clock differ by (89|90|91) seconds$/);
});

describe('the reconciliation', () => {
  const at = new Date();
  const run = { provider: 'sandbox', startedAt: at, finishedAt: at, fromAt: at, toAt: at };
  beforeEach(async () => {
    await app.db.delete(reconciliationItems);
    await app.db.delete(reconciliationRuns);
    await app.db
      .insert(reconciliationRuns)
      .values({ ...run, status: 'completed', providerAsOf: at, ledgerAsOf: at });
  });

  test('is fine without differences', async () => {
    const finding = await check('reconciliation');
    expect(finding).toMatchObject({ state: 'ok', text: expect.stringContaining('No differences') });
  });

  test('warns about open differences', async () => {
    const side = { amountCents: 500, currency: 'usd', state: null, subscriptionReference: null };
    await app.db.insert(reconciliationItems).values({
      provider: 'sandbox',
      kind: 'refund',
      reference: 'refund',
      difference: 'missing_here',
      status: 'open',
      theirs: { ...side, occurredAt: at.toISOString() },
      occurredAt: at,
    });
    expect(await check('reconciliation')).toEqual({
      state: 'warning',
      text: '1 difference with a provider to explain',
      to: '/reconciliation',
    });
  });

  test('warns about a failed run and a missing one', async () => {
    const later = new Date(at.getTime() + 1_000);
    const failed = { ...run, status: 'failed', error: 'Down', startedAt: later } as const;
    const [row] = await app.db.insert(reconciliationRuns).values(failed).returning();
    expect(await check('reconciliation')).toMatchObject({
      state: 'warning',
      text: 'The last comparison with a provider failed',
    });
    await app.db.delete(reconciliationRuns).where(eq(reconciliationRuns.id, row!.id));
    const startedAt = new Date(at.getTime() - 3 * 24 * 60 * 60_000);
    await app.db.update(reconciliationRuns).set({ startedAt });
    expect(await check('reconciliation')).toMatchObject({
      state: 'warning',
      text: 'The nightly comparison with a provider is missing',
    });
  });
});

describe('the storage', () => {
  test('is down when a written file cannot be read', async () => {
    const storage = { ...app.storage, getBytes: async () => Buffer.from('something else') };
    expect(await check('storage', { ...app.services, storage })).toEqual({
      state: 'down',
      text: 'A test file was written but could not be read back',
    });
  });

  test('retains nothing of the check', async () => {
    await check('storage');
    const left: string[] = [];
    for await (const { key } of app.storage.list('checks/')) left.push(key);
    expect(left).toEqual([]);
  });
});

describe('mail', () => {
  test('that is stored as files needs a writable folder, and the check leaves nothing in it', async () => {
    const folder = path.join(app.config.dataDir, 'mail');
    expect(await check('mail')).toMatchObject({ state: 'ok' });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    // A file in place of the folder: not even root can write there.
    writeFileSync(folder, '');
    await expect(check('mail')).rejects.toThrow();
    rmSync(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
  });

  test('that is stored as files is a warning in production', async () => {
    const config = { ...app.config, mode: 'production' as const };
    expect(await check('mail', { ...app.services, config })).toEqual({
      state: 'warning',
      text: 'No mail server is set up (SMTP_URL): emails are saved as files and not delivered, fans join without confirming their address, and nobody can reset a password by email',
    });
  });

  test('is ok when the mail server accepts it, and reports why when not', async () => {
    const smtp = await startSmtp();
    const checkWith = async (url: string) => {
      const other = await createTestApp({ SMTP_URL: url });
      try {
        return await check('mail', other.services);
      } finally {
        await other.close();
      }
    };
    try {
      expect(await checkWith(`smtp://desk:pa55word@${smtp.address}`)).toEqual({
        state: 'ok',
        text: 'The mail server accepts emails',
      });
      expect(await checkWith(`smtp://desk:wrong@${smtp.address}`)).toEqual({
        state: 'down',
        text: 'The mail server rejected the username or password',
      });
    } finally {
      await smtp.stop();
    }
    expect(await checkWith(`smtp://${smtp.address}`)).toEqual({
      state: 'down',
      text: 'The mail server cannot be reached',
    });
  });
});

describe('jobs', () => {
  const run = (minutesAgo: number) =>
    app.db.execute(sql`update jobs.job set state = 'completed',
      completed_on = now() - make_interval(mins => ${minutesAgo}) where name = 'ticking'`);
  beforeAll(async () => {
    await app.db.execute(sql`select jobs.create_queue('ticking', '{"policy":"standard"}'::jsonb)`);
    await app.db.execute(
      sql`insert into jobs.schedule (name, cron) values ('ticking', '* * * * *')`,
    );
    await app.db.execute(sql`insert into jobs.job (name) values ('ticking')`);
  });

  test('that wait are counted, and that none has run yet is reported', async () => {
    expect(await check('jobs')).toEqual({
      state: 'warning',
      text: 'No scheduled job has run yet',
    });
  });

  test('are ok when a scheduled one ran within minutes', async () => {
    await run(1);
    const { state, text } = await check('jobs');
    expect(state).toBe('ok');
    expect(text).toMatch(
      /^A scheduled job ran \d+ seconds before this check; 0 waiting, 0 failed$/,
    );
  });

  test('that failed or wait are counted', async () => {
    await app.db.execute(sql`insert into jobs.job (name) values ('ticking'), ('ticking')`);
    await app.db.execute(sql`update jobs.queue set failed_count = 3 where name = 'mail'`);
    const { state, text } = await check('jobs');
    expect(state).toBe('warning');
    expect(text).toMatch(/; 2 waiting, 3 failed$/);
  });

  test('are down when none ran for more than five minutes', async () => {
    await run(6);
    const { state, text } = await check('jobs');
    expect(state).toBe('down');
    expect(text).toMatch(/^No scheduled job has run for 6 minutes; /);
  });
});

describe('payments', () => {
  const insertPaymentEvent = (receivedAt: Date, lastError: string | null = null) =>
    app.db.insert(paymentEvents).values({
      provider: 'sandbox',
      providerEventId: randomUUID(),
      type: 'renewal.paid',
      content: '{}',
      receivedAt,
      lastError,
    });

  test('that are disabled are reported as such', async () => {
    const payments = { ...app.payments, sales: [] };
    expect(await check('payments', { ...app.services, payments })).toEqual({
      state: 'ok',
      text: 'Payments are turned off: nobody can subscribe; no payment events waiting',
    });
  });

  test('with a new unhandled event are ok, with an old one are a warning', async () => {
    await insertPaymentEvent(new Date());
    expect(await check('payments')).toEqual({
      state: 'ok',
      text: 'Sandbox: no real money is taken; 1 payment event waiting to be processed',
      to: '/payment-events',
    });
    await insertPaymentEvent(new Date(Date.now() - 11 * 60_000));
    expect(await check('payments')).toEqual({
      state: 'warning',
      text: 'Sandbox: no real money is taken; 2 payment events waiting to be processed, 1 for more than 10 minutes',
      to: '/payment-events',
    });
  });

  test('with a failed event are a warning', async () => {
    await app.db.delete(paymentEvents);
    await insertPaymentEvent(new Date(), 'The subscription is of another provider');
    expect(await check('payments')).toEqual({
      state: 'warning',
      text: 'Sandbox: no real money is taken; 1 payment event waiting to be processed, 1 failed',
      to: '/payment-events',
    });
  });
});
