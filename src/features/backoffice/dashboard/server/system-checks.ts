import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { and, count, desc, inArray, ne, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { getLedgerStatus } from '#src/features/money/ledger-checks/server/ledger-findings.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import {
  isSkipped,
  listSalesProviders,
  type Payments,
} from '#src/features/money/payments/server/payments.ts';
import {
  reconciliationItems,
  reconciliationRuns,
} from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import { readJobsState } from '#src/platform/jobs/jobs-state.ts';
import { NO_MAIL_SERVER, type Mailer } from '#src/platform/mail/mail.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { FIGURE_LIMIT, figureLabel } from '../dashboard.rules.ts';
import type { Finding, SystemPart } from '../system-status.schema.ts';
import { checkBackup } from './backup-check.ts';
import { countText, down, EVENTS_WAIT_MINUTES, ok, warning } from './findings.ts';
import type { Check } from './system-status.ts';
import { checkAgreements, checkConsents, checkIdentity, checkReviews } from './trust-checks.ts';
import { checkVideos } from './video-check.ts';

export type Dependencies = {
  config: Pick<
    Config,
    'dataDir' | 'storage' | 'mode' | 'demo' | 'mail' | 'backup' | 'allowsUnisolatedVideos'
  >;
  db: Db;
  pool: Pool;
  storage: Pick<Storage, 'put' | 'getBytes' | 'delete'>;
  mail: Pick<Mailer, 'verify'>;
  payments: Payments;
  verificationProvider: VerificationProvider | null;
};

const SLOW_DATABASE_MS = 250;
/** Codes of authenticator apps count for about as long. */
const MAXIMUM_CLOCK_DIFFERENCE_SECONDS = 30;
const MINIMUM_FREE_BYTES = 1024 ** 3;
/** A job runs every minute; none for this long means that the worker is down. */
const SILENT_JOBS_MS = 5 * 60_000;
/** The check runs every night. */
const MAXIMUM_CHECK_AGE_HOURS = 36;

async function measure(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const milliseconds = (time: number): string =>
  `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

async function checkDatabase({ db }: Dependencies): Promise<Finding> {
  let clock = new Date();
  const time = await measure(async () => {
    clock = await readDatabaseTime(db);
  });
  const wrongBy = Math.round(Math.abs(Date.now() - clock.getTime()) / 1000);
  if (wrongBy > MAXIMUM_CLOCK_DIFFERENCE_SECONDS) {
    return warning(`Its clock and this server’s clock differ by ${countText(wrongBy, 'second')}`);
  }
  if (time > SLOW_DATABASE_MS) return warning(`Slow: responds in ${milliseconds(time)}`);
  return ok(`Responds in ${milliseconds(time)}`);
}

async function checkStorage({ config, storage }: Dependencies): Promise<Finding> {
  const key = `checks/${randomUUID()}`;
  let isSame = false;
  const time = await measure(async () => {
    try {
      await storage.put(key, key, 'text/plain');
      isSame = (await storage.getBytes(key))?.toString() === key;
    } finally {
      await storage.delete(key);
    }
  });
  if (!isSame) return down('A test file was written but could not be read back');
  const location = config.storage.kind === 'local' ? 'local disk' : 'S3';
  const done = `Wrote, read and deleted a file in ${milliseconds(time)} (${location})`;
  const freeBytes =
    config.storage.kind === 'local' ? await readFreeBytes(config.dataDir) : Infinity;
  if (freeBytes >= MINIMUM_FREE_BYTES) return ok(done);
  return warning(`${done}, but only ${Math.round(freeBytes / 1024 ** 2)} MB is free`);
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function checkMail({ config, mail }: Dependencies): Promise<Finding> {
  const { smtp } = config.mail;
  try {
    await mail.verify();
  } catch (error) {
    if (!smtp) throw error;
    // The server's message may contain the host or the user.
    const isRefused = (error as { code?: unknown }).code === 'EAUTH';
    return down(
      isRefused
        ? 'The mail server rejected the username or password'
        : 'The mail server cannot be reached',
    );
  }
  if (smtp) return ok('The mail server accepts emails');
  return config.mode === 'production' && !config.demo
    ? warning(NO_MAIL_SERVER)
    : ok('No mail server is set up: emails are saved as files');
}

async function checkJobs({ pool }: Dependencies): Promise<Finding> {
  const { lastRunAt, waiting, failed } = await readJobsState(pool);
  if (!lastRunAt) return warning('No scheduled job has run yet');
  const counts = `${figureLabel(waiting)} waiting, ${figureLabel(failed)} failed`;
  const silentMs = Date.now() - lastRunAt.getTime();
  if (silentMs > SILENT_JOBS_MS) {
    return down(
      `No scheduled job has run for ${countText(Math.floor(silentMs / 60_000), 'minute')}; ${counts}`,
    );
  }
  const seconds = Math.max(0, Math.round(silentMs / 1000));
  const text = `A scheduled job ran ${countText(seconds, 'second')} before this check; ${counts}`;
  return failed > 0 ? { ...warning(text), to: '/jobs' } : ok(text);
}

const PROVIDER_LABELS: Record<string, string> = {
  stripe: 'Stripe',
  verotel: 'Verotel',
  ccbill: 'CCBill',
};

/** Where new subscriptions are sold, and which providers are skipped because they failed. */
function salesText(payments: Payments): string {
  const label = ({ name }: { name: string }) => PROVIDER_LABELS[name] ?? name;
  const [current] = listSalesProviders(payments);
  if (!current) return 'Payments are turned off: nobody can subscribe';
  if (current.name === 'sandbox') return 'Sandbox: no real money is taken';
  const failed = payments.sales.filter((one) => isSkipped(payments, one)).map(label);
  return [
    `Payments go through ${label(current)}`,
    failed.length > 0 && `${failed.join(' and ')} didn’t respond to the last order`,
  ]
    .filter(Boolean)
    .join('; ');
}

function prepareUnhandledEvents(pool: Pool) {
  const limit = sql.raw(String(FIGURE_LIMIT + 1));
  const longAgo = sql.raw(`now() - interval '${EVENTS_WAIT_MINUTES} minutes'`);
  return prepareSelect(
    pool,
    {
      total: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where received < ${longAgo}))::int`,
      failed: sql<number>`(count(*) filter (where has_failed))::int`,
    },
    (columns) => sql`
      select ${columns}
      from (select ${paymentEvents.receivedAt} as received,
          ${paymentEvents.lastError} is not null as has_failed from ${paymentEvents}
        where ${paymentEvents.handledAt} is null order by 1 limit ${limit}) unhandled`,
  );
}

function prepareCheckPayments({ pool, payments }: Dependencies): Check {
  const countUnhandled = prepareUnhandledEvents(pool);
  return async () => {
    const [unhandled] = await countUnhandled({});
    const { total, late, failed } = unhandled!;
    const text = salesText(payments);
    const hasFailed = payments.sales.some((provider) => isSkipped(payments, provider));
    if (total === 0) {
      return (hasFailed ? warning : ok)(`${text}; no payment events waiting`);
    }
    const parts = [
      `${text}; ${countText(total, 'payment event', 'payment events')} waiting to be processed`,
      late > 0 && `${figureLabel(late)} for more than ${EVENTS_WAIT_MINUTES} minutes`,
      failed > 0 && `${figureLabel(failed)} failed`,
    ].filter(Boolean);
    const state = late > 0 || failed > 0 || hasFailed ? 'warning' : 'ok';
    return { state, text: parts.join(', '), to: '/payment-events' };
  };
}

async function checkLedgerStatus(dependencies: Dependencies): Promise<Finding> {
  const { last, counts } = await getLedgerStatus(dependencies);
  if (!last) return ok('Not checked yet: the first check runs at night');
  const { open, explained } = counts;
  const explainedText = explained > 0 ? `; ${countText(explained, 'explained finding')}` : '';
  const at = last.finishedAt as Date;
  const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000);
  const text =
    open > 0
      ? `${countText(open, 'finding')} that nobody has explained${explainedText}`
      : `${countText(last.ruleCount, 'rule')} hold${explainedText}`;
  const isOld = hours > MAXIMUM_CHECK_AGE_HOURS;
  return {
    state: open > 0 ? 'down' : isOld ? 'warning' : 'ok',
    text: isOld ? `${text}, but the last check was ${countText(hours, 'hour')} ago` : text,
    to: '/ledger-checks',
  };
}

/** A nightly run that is older than this did not take place. */
const RUNS_MISSING_HOURS = 50;

/** The newest run of each connected provider that lists its records, and the open differences. */
async function checkReconciliation({ db, payments }: Dependencies): Promise<Finding> {
  const names = payments.connected.flatMap(({ name, records }) => (records ? [name] : []));
  if (names.length === 0) return ok('No connected provider lists its records');
  const newest = await db
    .selectDistinctOn([reconciliationRuns.provider], {
      status: reconciliationRuns.status,
      startedAt: reconciliationRuns.startedAt,
      isOverdue: sql<boolean>`${reconciliationRuns.startedAt} < now() - make_interval(hours => ${RUNS_MISSING_HOURS})`,
    })
    .from(reconciliationRuns)
    .where(
      and(inArray(reconciliationRuns.provider, names), ne(reconciliationRuns.status, 'running')),
    )
    .orderBy(reconciliationRuns.provider, desc(reconciliationRuns.startedAt));
  const [open] = await db
    .select({ count: count() })
    .from(reconciliationItems)
    .where(sql`${reconciliationItems.status} = 'open'`);
  const to = '/reconciliation' as const;
  if (newest.some(({ status }) => status === 'failed')) {
    return { ...warning('The last comparison with a provider failed'), to };
  }
  if (newest.some(({ isOverdue }) => isOverdue)) {
    return { ...warning('The nightly comparison with a provider is missing'), to };
  }
  if (open!.count > 0) {
    const what = countText(open!.count, 'difference');
    return { ...warning(`${what} with a provider to explain`), to };
  }
  if (newest.length === 0) return ok('Not compared with a provider yet');
  const last = formatUtcDate(newest[0]!.startedAt);
  return ok(`No differences with the provider when last compared, ${last}`);
}

/** Real checks of everything that the platform depends on. */
export function prepareSystemChecks(dependencies: Dependencies): Record<SystemPart, Check> {
  return {
    database: () => checkDatabase(dependencies),
    storage: () => checkStorage(dependencies),
    mail: () => checkMail(dependencies),
    jobs: () => checkJobs(dependencies),
    videos: () => checkVideos(dependencies),
    backup: () => checkBackup(dependencies),
    payments: prepareCheckPayments(dependencies),
    ledger: () => checkLedgerStatus(dependencies),
    reconciliation: () => checkReconciliation(dependencies),
    identity: () => checkIdentity(dependencies),
    consents: () => checkConsents(dependencies),
    agreements: () => checkAgreements(dependencies),
    reviews: () => checkReviews(dependencies),
  };
}
