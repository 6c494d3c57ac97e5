import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { createVerificationProvider } from '#src/features/agency/verification-providers/server/verification-providers.ts';
import { prepareSystemChecks } from '#src/features/backoffice/dashboard/server/system-checks.ts';
import {
  SYSTEM_PART_NAMES,
  SYSTEM_REMEDIES,
} from '#src/features/backoffice/dashboard/system-status.rules.ts';
import type {
  Finding,
  SystemPart,
} from '#src/features/backoffice/dashboard/system-status.schema.ts';
import { createPayments } from '#src/features/money/payments/server/payments.ts';
import type { Config } from '#src/platform/config/config.ts';
import { prepareDataFolder } from '#src/platform/config/private-folders.ts';
import { openDatabase, type Db } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createMailer } from '#src/platform/mail/mail.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { checkDatabaseServer, checkMigrations, hasAllMigrations } from './check-database.ts';
import { checkMachine } from './check-machine.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkBackups, checkCredentials, checkDelivery, checkRanges } from './check-services.ts';
import {
  describeBriefly,
  failed,
  ok,
  runCheck,
  warning,
  type Diagnosis,
  type DoctorCheck,
} from './diagnosis.ts';

type Options = {
  /** Receives a mail. */
  mailTo?: string | undefined;
};

/** Checks of the system status that need no tables. */
const WITHOUT_TABLES: readonly SystemPart[] = ['videos', 'storage', 'mail'];
/** The others. Jobs do not run before the product does, and backups are checked more thoroughly. */
const WITH_TABLES: readonly SystemPart[] = [
  'database',
  'payments',
  'ledger',
  'reconciliation',
  'identity',
  'consents',
  'agreements',
  'reviews',
];

/**
 * Checks a configuration from end to end, whether or not the product runs. Changes nothing but test files,
 * which it removes.
 */
export async function* examine(
  config: Config,
  options: Options = {},
): AsyncGenerator<Diagnosis & { name: string }> {
  prepareDataFolder(config.dataDir, createLog({ logLevel: 'silent' }));
  const run = async (check: DoctorCheck) => ({ name: check.name, ...(await runCheck(check)) });
  yield run({ name: 'SECRET', run: () => checkSecret(config) });
  for (const check of [...checkMachine(config), ...checkPublicUrl(config)]) yield run(check);
  yield run({ name: 'Backups', run: () => checkBackups(config) });
  let server: Awaited<ReturnType<typeof openServer>>;
  try {
    server = await openServer(config);
  } catch (error) {
    const text = `PostgreSQL does not start: ${describeBriefly(error)}`;
    yield { name: 'Database server', ...failed(text, 'Read DATA_DIR/postgres.log.') };
    return;
  }
  try {
    for (const check of await listServiceChecks(config, server, options)) yield run(check);
  } finally {
    await server.stop();
  }
}

async function checkSecret({ dataDir, secrets }: Config): Promise<Diagnosis> {
  const generated = await readFile(path.join(dataDir, 'secret'), 'utf8').catch(() => '');
  if (!secrets.includes(generated.trim()))
    return ok('It is set: keep a copy apart from the backups');
  return warning(
    'It was generated in DATA_DIR, and no backup contains it',
    'Set SECRET to the content of DATA_DIR/secret, and store a copy elsewhere.',
  );
}

async function openServer(config: Config) {
  const log = createLog({ logLevel: 'silent' });
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const timeouts = { connectionTimeoutMillis: 10_000 };
  const url = config.databaseUrl ?? postgres!.url;
  const { db, pool } = openDatabase(url, { max: 4, timeouts });
  return {
    db,
    pool,
    async stop() {
      await pool.end();
      await postgres?.stop();
    },
  };
}

/** The checks of database, files, mail and payments, those of the system status among them. */
async function listServiceChecks(
  config: Config,
  { db, pool }: { db: Db; pool: Pool },
  { mailTo }: Options,
): Promise<DoctorCheck[]> {
  const storage = await openStorage(config);
  const mail = createDoctorMailer(config, db);
  const payments = createPayments(config, { db, deliver: async () => new Response(null) });
  const verificationProvider = createVerificationProvider(config, db);
  const parts = prepareSystemChecks({
    config,
    db,
    pool,
    storage,
    mail,
    payments,
    verificationProvider,
  });
  const listParts = (names: readonly SystemPart[]): DoctorCheck[] =>
    names.map((part) => ({
      name: SYSTEM_PART_NAMES[part],
      run: () => tryPart(part, async () => toDiagnosis(part, await parts[part]())),
    }));
  const isMigrated = await hasAllMigrations(db).catch(() => false);
  return [
    { name: 'Database server', run: () => connectTo(() => checkDatabaseServer(db)) },
    { name: 'Migrations', run: () => connectTo(() => checkMigrations(db)) },
    ...listParts(WITHOUT_TABLES),
    { name: 'Parts of files', run: () => tryPart('storage', () => checkRanges(storage)) },
    ...(mailTo ? [{ name: 'Test email', run: () => checkDelivery(mail, config, mailTo) }] : []),
    ...payments.connected
      .filter(({ name }) => name !== 'sandbox')
      .map((one) => ({ name: `Payments: ${one.name}`, run: () => checkCredentials(one, db) })),
    ...(isMigrated ? listParts(WITH_TABLES) : []),
  ];
}

function createDoctorMailer(config: Config, db: Db) {
  return createMailer({
    config,
    db,
    log: createLog({ logLevel: 'silent' }),
    secretLinks: {},
    jobs: { enqueue: () => Promise.reject(new Error('the doctor adds no jobs')) },
    unsubscribeAddresses: () => {
      throw new Error('the doctor sends no mails that can be switched off');
    },
  });
}

async function connectTo(check: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await check();
  } catch (error) {
    const text = `The database does not respond: ${describeBriefly(error)}`;
    return failed(text, 'Check DATABASE_URL: host, port, user, password and database.');
  }
}

async function tryPart(part: SystemPart, check: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await check();
  } catch (error) {
    return failed(`It does not respond: ${describeBriefly(error)}`, SYSTEM_REMEDIES[part]);
  }
}

function toDiagnosis(part: SystemPart, { state, text }: Finding): Diagnosis {
  if (state === 'ok') return ok(text);
  return (state === 'down' ? failed : warning)(text, SYSTEM_REMEDIES[part]);
}
