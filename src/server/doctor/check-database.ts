import { sql } from 'drizzle-orm';
import { readMigrations, type Db } from '#src/platform/database/db.ts';
import { failed, ok, warning, type Diagnosis } from './diagnosis.ts';

/** PostgreSQL 14, as `server_version_num` names it. */
const OLDEST_VERSION = 140_000;
/** Of one process: the pool, the worker, live events, and a backup. */
const CONNECTIONS = 30;

type Server = {
  version: number;
  timeZone: string;
  encoding: string;
  mayCreate: boolean;
  hasTrigrams: boolean;
  free: number;
};

const SERVER = sql`select current_setting('server_version_num')::int as version,
  current_setting('timezone') as "timeZone", current_setting('server_encoding') as encoding,
  has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate",
  exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
  current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity
    where backend_type = 'client backend') as free`;

/** Version, rights and settings of the PostgreSQL server. */
export async function checkDatabaseServer(db: Db): Promise<Diagnosis> {
  const { rows } = await db.execute<Server>(SERVER);
  const { version, timeZone, encoding, mayCreate, hasTrigrams, free } = rows[0]!;
  const major = Math.floor(version / 10_000);
  if (version < OLDEST_VERSION) return failed(`PostgreSQL ${major} is too old`, 'Use 14 or later.');
  if (encoding !== 'UTF8') {
    return failed(`The encoding is ${encoding}`, 'Create the database with the encoding UTF8.');
  }
  if (!mayCreate) {
    return failed(
      'The user of DATABASE_URL may not create tables and extensions',
      'Make this user the owner of the database: alter database … owner to ….',
    );
  }
  if (!hasTrigrams) {
    return failed('The extension pg_trgm is missing', 'Install the package postgresql-contrib.');
  }
  if (timeZone !== 'UTC') {
    return failed(
      `Sessions run in the time zone ${timeZone} instead of UTC`,
      'Let the pooler in between pass the startup parameter "options", or connect without one.',
    );
  }
  const text = `PostgreSQL ${major}, with rights to create tables`;
  if (free < CONNECTIONS) {
    return warning(
      `${text}, but only ${free} connections are free, and a process uses up to ${CONNECTIONS}`,
      'Raise max_connections of the server.',
    );
  }
  return ok(text);
}

/** The number of migrations that the database has; null if the product has never been started with it. */
async function countMigrations(db: Db): Promise<number | null> {
  const { rows: found } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!found[0]?.exists) return null;
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return rows[0]!.count;
}

/** Whether the database has the tables that this version needs. */
export async function hasAllMigrations(db: Db): Promise<boolean> {
  return (await countMigrations(db)) === readMigrations().length;
}

/** Whether the tables are those of this version, and what happens to others. */
export async function checkMigrations(db: Db): Promise<Diagnosis> {
  const [count, known] = [await countMigrations(db), readMigrations().length];
  if (count === null) return ok('The database is new: the first start creates the tables');
  if (count > known) {
    return failed(
      `The database has ${count} migrations, this version knows ${known}`,
      'Install the version that ran last, or a later one.',
    );
  }
  if (count < known) {
    return ok(`The next start brings the tables up to date (${count} of ${known}): back up before`);
  }
  return ok(`The tables are those of this version (${count} migrations)`);
}
