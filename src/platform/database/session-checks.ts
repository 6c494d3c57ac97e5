import pg from 'pg';
import { ConfigError } from '#src/platform/config/config-error.ts';

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Checks that sessions have what they need, because a pooler may drop the settings that a connection
 * brings. Warns of missing limits. @throws ConfigError when sessions do not run in UTC
 */
export async function checkSettings(
  pool: pg.Pool,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [['TimeZone', ...LIMITS]],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const zone = settings.get('TimeZone');
  if (zone !== 'UTC') {
    throw new ConfigError([
      `DATABASE_URL: its sessions run in the time zone ${zone}; the pooler has to set UTC`,
    ]);
  }
  const missing = LIMITS.filter((name) => settings.get(name) === '0');
  if (missing.length > 0) log.warn({ missing }, 'the pooler sets no limits for its sessions');
}

async function isPooled(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pooler introduces itself with a number of its own.
  const { processID } = client as unknown as { processID: number };
  return rows[0]!.pid !== processID;
}

/**
 * Checks that an address leads to the database itself: behind a pooler a session can neither listen nor
 * hold a lock. @throws ConfigError when it leads to a pooler
 */
export async function requireDirect(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    if (!(await isPooled(client))) return;
    throw new ConfigError([
      'DATABASE_DIRECT_URL: must lead to the database itself, because DATABASE_URL leads to a pooler',
    ]);
  } finally {
    client.release();
  }
}

/** PostgreSQL: a session has a statement of this name already, or none. */
const STATEMENT_CODES = ['42P05', '26000'];

/**
 * Checks that two clients of a pooler can name a statement alike. A pooler that does not know the names
 * hands the session of one to the other. @throws ConfigError when it is seen to do so
 */
export async function requireNamedStatements(pool: pg.Pool): Promise<void> {
  const clients = [await pool.connect()];
  try {
    if (!(await isPooled(clients[0]!))) return;
    clients.push(await pool.connect());
    for (const client of clients) {
      await client.query({ name: 'velvet_rope_probe', text: 'select 1' });
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && STATEMENT_CODES.includes(error.code!))) throw error;
    throw new ConfigError([
      'DATABASE_NAMED_STATEMENTS: must be false, because the pooler does not know named statements; ' +
        'PgBouncer does since 1.21, with max_prepared_statements',
    ]);
  } finally {
    for (const client of clients) client.release();
  }
}
