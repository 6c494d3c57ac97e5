import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg, { type Pool } from 'pg';

const JOURNAL = fileURLToPath(new URL('../../../drizzle/meta/_journal.json', import.meta.url));

let newest: number | undefined;

/** The time of the newest migration of this build, by which the migrator compares too. */
function newestMigration(): number {
  if (newest === undefined) {
    const { entries } = JSON.parse(readFileSync(JOURNAL, 'utf8')) as {
      entries: { when: number }[];
    };
    newest = Math.max(...entries.map(({ when }) => when));
  }
  return newest;
}

/** Whether the database has all migrations of this build; it may have those of a newer one. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ newest: string | null }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]!.newest) >= newestMigration();
  } catch (error) {
    // An empty database has no such table.
    if (error instanceof pg.DatabaseError && error.code === '42P01') return false;
    throw error;
  }
}
