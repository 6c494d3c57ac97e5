import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { GROWTH, type Growth } from '../scripts/scale/growth.ts';
import { seedScale } from '../scripts/scale/seed.ts';
import { sizeOf } from '../scripts/scale/size.ts';
import { options } from './options.ts';

const prefixes = { invoicePrefix: 'INV', creditNotePrefix: 'CN' };
/** What the tables of each kind are divided by. */
const UNITS: Record<Growth, { name: string; table: string }> = {
  fanPosts: { name: 'notification', table: 'post_notifications' },
  payments: { name: 'payment', table: 'invoices' },
  people: { name: 'subscription', table: 'user_subscriptions' },
  posts: { name: 'post', table: 'content_posts' },
  agency: { name: 'influencer', table: 'subscription_plans' },
};

async function printSizes(pool: Pool): Promise<void> {
  console.log('| grows with | rows | MB | bytes, by |\n|---|---:|---:|---:|');
  for (const [growth, tables] of Object.entries(GROWTH)) {
    const unit = UNITS[growth as Growth];
    const { rows } = await pool.query<{ rows: number; bytes: number; units: number }>(
      `select sum(reltuples) filter (where reltuples > 0) as rows, sum(pg_total_relation_size(oid))::float8 as bytes,
         max(reltuples) filter (where relname = $2) as units
       from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)`,
      [tables, unit.table],
    );
    const { rows: count, bytes, units } = rows[0]!;
    const each = `${formatNumber(Math.round(bytes / units))}, ${unit.name}`;
    console.log(
      `| ${growth} | ${formatNumber(count)} | ${formatNumber(Math.round(bytes / 1e6))} | ${each} |`,
    );
  }
}

/** Writes rows as the product does, with keys, indexes and foreign keys, and undoes it. */
async function printWrites(pool: Pool): Promise<void> {
  console.log(
    '\n| written | rows | bytes of the table, each | bytes of WAL, each |\n|---|---:|---:|---:|',
  );
  for (const table of GROWTH.fanPosts) {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`truncate ${table}`);
    const { rows: start } = await client.query<{ lsn: string }>(
      'select pg_current_wal_insert_lsn() as lsn',
    );
    const { rowCount } = await client.query(
      `insert into ${table} (post_id, subscriber_id)
       select p.id, s.subscriber_id from content_posts p
       join user_subscriptions s on s.influencer_id = p.influencer_id limit 500000`,
    );
    const { rows } = await client.query<{ bytes: number; wal: number }>(
      `select pg_total_relation_size('${table}')::float8 as bytes,
         pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as wal`,
      [start[0]!.lsn],
    );
    await client.query('rollback');
    client.release();
    const [bytes, wal] = [rows[0]!.bytes, rows[0]!.wal].map((sum) => Math.round(sum / rowCount!));
    console.log(`| ${table} | ${formatNumber(rowCount!)} | ${bytes} | ${wal} |`);
  }
}

/** Prints what the rows of a seeded platform need, by what they grow with. */
export async function benchSizes(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  const { pool } = openDatabase(postgres.url);
  try {
    await migrateDatabase(pool);
    await seedScale(pool, { size: sizeOf(options.posts), prefixes });
    await printSizes(pool);
    await printWrites(pool);
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
