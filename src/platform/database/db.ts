import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { currentSignature } from './audit.ts';

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  '_' | 'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

const DRIZZLE = { casing: 'snake_case' } as const;

type DatabaseOptions = {
  /** Most connections at a time. */
  max?: number;
  /** Told of connections that the server ended while nothing used them. */
  onError?: (error: Error) => void;
};

/** Opens a pool of connections. Every session of it runs in UTC. */
export function openDatabase(url: string, { max = 20, onError = () => {} }: DatabaseOptions = {}) {
  const pool = new pg.Pool({ connectionString: url, max, options: '-c timezone=UTC' });
  // Without listeners such an ending would end the process: the pool replaces idle connections, and
  // what uses a taken one next gets the error.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  signConnections(pool);
  const db = drizzle(pool, DRIZZLE);
  // Drizzle's own keeps the connection for good when already the first statement fails, as it does
  // while the database restarts: soon none would be left.
  db.transaction = async (run, options) => {
    const client = await pool.connect();
    try {
      return await drizzle(client, DRIZZLE).transaction(run, options);
    } finally {
      client.release();
    }
  };
  return { db: db as Db, pool };
}

/** Has every connection that an audited request takes carry its signature until it is given back. */
function signConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const connectSigned = (callback?: Callback) => {
    const signature = currentSignature();
    if (!signature) return callback ? connect(callback) : connect();
    const signed = connect().then((client) => sign(client, signature));
    if (!callback) return signed;
    void callBack(signed, callback);
  };
  pool.connect = connectSigned as typeof pool.connect;
}

async function callBack(
  signed: Promise<pg.PoolClient>,
  callback: NonNullable<Parameters<pg.Pool['connect']>[0]>,
): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await signed;
  } catch (error) {
    callback(error as Error, undefined, () => {});
    return;
  }
  callback(undefined, client, client.release);
}

async function sign(client: pg.PoolClient, signature: string): Promise<pg.PoolClient> {
  const { release } = client;
  const set = (value: string) =>
    client.query("select set_config('velvet_rope.signature', $1, false)", [value]);
  try {
    await set(signature);
  } catch (error) {
    release(error as Error);
    throw error;
  }
  // A connection that may still be signed is never used for another request.
  client.release = (error) =>
    error
      ? release(error)
      : void set('').then(
          () => release(),
          () => release(true),
        );
  return client;
}

/** Brings the schema up to date. Concurrent starts are safe: one migrates, the others wait. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // An arbitrary constant, unique to this product's migrations.
    await client.query('select pg_advisory_lock(7241930)');
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL('../../../drizzle', import.meta.url)),
    });
  } finally {
    await client.query('select pg_advisory_unlock(7241930)').catch(() => {});
    client.release();
  }
}

/** SQLSTATE and constraint of a failed statement, or null when the error is not PostgreSQL's. */
export function databaseError(error: unknown): { code: string; constraint?: string } | null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause instanceof pg.DatabaseError && cause.code
    ? { code: cause.code, ...(cause.constraint && { constraint: cause.constraint }) }
    : null;
}

/** Name of what keeps a column unique, in all rows or in some, as its table defines it; else null. */
export function uniqueNameOf(column: PgColumn): string | null {
  if (column.isUnique) return column.uniqueName ?? null;
  const index = getTableConfig(column.table).indexes.find(({ config }) => {
    const [only, ...others] = config.columns;
    const isOnly = others.length === 0 && only && 'name' in only && only.name === column.name;
    return config.unique && isOnly;
  });
  return index?.config.name ?? null;
}

/** Whether a statement failed because another row has the same value in this unique column. */
export const violatesUnique = (error: unknown, column: PgColumn): boolean => {
  const failure = databaseError(error);
  return failure?.code === '23505' && failure.constraint === uniqueNameOf(column);
};
