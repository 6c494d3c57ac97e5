import { fileURLToPath } from 'node:url';
import { sql, type ExtractTablesWithRelations } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle, NodePgSession, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { getTableConfig, PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { currentAuditContext } from './audit.ts';
import { auditConnection } from './audited-connection.ts';
import { readingFrom } from './current-replica.ts';
import { isMigrated } from './migrations.ts';
import { observeStatements, type StatementObserver } from './observe-statements.ts';

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  '_' | 'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

const DRIZZLE = { casing: 'snake_case' } as const;

/** Statements name their tables; drizzle's relational queries are not used. */
type NoSchema = Record<string, never>;

/** Writes statements as text. One for the whole process: it calculates the name of each column once. */
export const DIALECT = new PgDialect(DRIZZLE);

/**
 * Milliseconds after which the server gives up on its database, so that no request waits forever.
 * Scripts have no such limits: who runs them can stop them.
 */
export const SERVER_TIMEOUTS = {
  /** Also while all connections are busy. */
  connectionTimeoutMillis: 15_000,
  statement_timeout: 120_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 120_000,
};

export type DatabaseOptions = {
  /** Maximum number of connections. */
  max?: number;
  /** Connections that stay open while idle; others are closed after ten seconds. */
  min?: number;
  /** None if undefined. */
  timeouts?: Partial<typeof SERVER_TIMEOUTS>;
  /** Whether statements are planned once per connection, which poolers before PgBouncer 1.21 break. */
  namesStatements?: boolean;
  /** What sees every statement. */
  observers?: StatementObserver[];
  /** Called when the server closes an idle connection. */
  onError?: (error: Error) => void;
};

/**
 * The database's time. What it decides lasts, such as an end or a deletion, needs the clock of the stored
 * times: that of a server may be wrong.
 */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: Date }>(sql`select now()`);
  return new Date(rows[0]!.now);
}

/** Sends every statement without its name. */
class UnnamedClient extends pg.Client {
  override query(...[statement, ...rest]: unknown[]): never {
    const hasName = typeof statement === 'object' && statement !== null && 'name' in statement;
    const unnamed = hasName ? { ...statement, name: undefined } : statement;
    return (super.query as (...args: unknown[]) => never).call(this, unnamed, ...rest);
  }
}

/** Opens a connection pool whose sessions all run in UTC. */
export function openDatabase(
  url: string,
  {
    max = 20,
    min = 0,
    timeouts,
    namesStatements = true,
    observers = [],
    onError = () => {},
  }: DatabaseOptions = {},
) {
  const pool = new pg.Pool({
    ...(!namesStatements && { Client: UnnamedClient }),
    connectionString: url,
    max,
    min,
    options: '-c timezone=UTC',
    // Notices a database whose machine has disappeared.
    keepAlive: true,
    ...timeouts,
  });
  // Without listeners a closed connection would end the process. The pool replaces idle connections;
  // on a connection in use the next query fails.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  attachContext(pool);
  observeStatements(pool, observers);
  const db = drizzle(pool, DRIZZLE);
  // Drizzle's own implementation leaks the connection when the first statement fails, which exhausts
  // the pool during a restart of the database.
  db.transaction = async (run, options) => {
    const client = await pool.connect();
    try {
      const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(
        client,
        DIALECT,
        undefined,
      );
      return await session.transaction(run, options);
    } finally {
      client.release();
    }
  };
  return { db: db as Db, pool };
}

/**
 * Lets each connection that a request takes carry its audit context, until the release. Reads that may
 * lag take theirs from a replica.
 */
function attachContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const connectWithContext = (callback?: Callback) => {
    const replica = readingFrom.getStore();
    if (replica && replica !== pool)
      return callback ? replica.connect(callback) : replica.connect();
    const auditContext = currentAuditContext();
    if (!auditContext) return callback ? connect(callback) : connect();
    const ready = connect().then((client) => auditConnection(client, auditContext));
    if (!callback) return ready;
    void forwardToCallback(ready, callback);
    return undefined;
  };
  pool.connect = connectWithContext as typeof pool.connect;
}

async function forwardToCallback(
  ready: Promise<pg.PoolClient>,
  callback: NonNullable<Parameters<pg.Pool['connect']>[0]>,
): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await ready;
  } catch (error) {
    callback(error as Error, undefined, () => {});
    return;
  }
  callback(undefined, client, client.release);
}

const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('../../../drizzle', import.meta.url)),
};

/** All migrations of the product in order, with the hashes by which a database names those that it has. */
export function readMigrations(): MigrationMeta[] {
  return readMigrationFiles(MIGRATIONS);
}

/** Migrates the schema. Concurrent starts are safe: one migrates, the others wait. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  // Most starts, without reading all migrations.
  if (await isMigrated(pool)) return;
  const client = await pool.connect();
  try {
    // Others wait until a migration is over, however long it takes.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    // An arbitrary lock number for this product's migrations.
    await client.query('select pg_advisory_lock(7241930)');
    await migrate(drizzle(client), MIGRATIONS);
  } finally {
    // Ends the session, and with it the lock and the settings.
    client.release(true);
  }
}

/** SQLSTATE and constraint of a failed statement; null for errors that are not from PostgreSQL. */
export function parseDatabaseError(error: unknown): { code: string; constraint?: string } | null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause instanceof pg.DatabaseError && cause.code
    ? { code: cause.code, ...(cause.constraint && { constraint: cause.constraint }) }
    : null;
}

/** Name of the unique constraint or (partial) unique index of a column in its table definition; else null. */
export function findUniqueName(column: PgColumn): string | null {
  if (column.isUnique) return column.uniqueName ?? null;
  const index = getTableConfig(column.table).indexes.find(({ config }) => {
    const [only, ...others] = config.columns;
    const isOnly = others.length === 0 && only && 'name' in only && only.name === column.name;
    return config.unique && isOnly;
  });
  return index?.config.name ?? null;
}

/** Whether a statement failed because another row has the same value in this unique column. */
export function violatesUnique(error: unknown, column: PgColumn): boolean {
  const failure = parseDatabaseError(error);
  return failure?.code === '23505' && failure.constraint === findUniqueName(column);
}
