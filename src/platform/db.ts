import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

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
  const db: Db = drizzle(pool, { casing: 'snake_case' });
  return { db, pool };
}

/** Brings the schema up to date. Concurrent starts are safe: one migrates, the others wait. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // An arbitrary constant, unique to this product's migrations.
    await client.query('select pg_advisory_lock(7241930)');
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL('../../drizzle', import.meta.url)),
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

/** Whether a statement failed because it would have broken the named unique constraint. */
export const violatesUnique = (error: unknown, constraint: string): boolean => {
  const failure = databaseError(error);
  return failure?.code === '23505' && failure.constraint === constraint;
};
