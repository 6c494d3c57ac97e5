import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { seedScale } from '../scripts/scale/seed.ts';
import { sizeOf } from '../scripts/scale/size.ts';
import { options } from './options.ts';
import { postmasterOf } from './processes.ts';

const SIZES = { large: 1_000_000, small: 10_000 };
const prefixes = { invoicePrefix: 'INV', creditNotePrefix: 'CN' };

/** A seeded database. */
export type Platform = { name: string; pool: Pool; url: string; dataDir: string };

/** Opens a database, which is seeded if it is empty. */
async function openPlatform(
  name: keyof typeof SIZES,
  { url, dataDir }: { url: string; dataDir: string },
): Promise<Platform> {
  const { pool } = openDatabase(url);
  await migrateDatabase(pool);
  const { rowCount } = await pool.query('select from users limit 1');
  if (!rowCount) {
    console.log(`Seeding ${formatNumber(SIZES[name])} posts`);
    await seedScale(pool, { size: sizeOf(SIZES[name]), prefixes });
  }
  return { name, pool, url, dataDir: path.join(dataDir, name) };
}

/** Opens a platform with a million posts and one with ten thousand on the same database server. */
export async function withPlatforms(
  run: (platforms: [large: Platform, small: Platform], postmaster: number) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const log = pino({ level: 'silent' });
  // Durable, as required for money.
  const postgres = await startEmbeddedPostgres({ dataDir: options.database ?? dataDir, log });
  const maintenance = openDatabase(postgres.url);
  const open: Platform[] = [];
  try {
    await maintenance.pool.query('drop database if exists scale_small with (force)');
    await maintenance.pool.query('create database scale_small');
    const smallUrl = postgres.url.replace(/\/velvet_rope(?=\?|$)/, '/scale_small');
    const large = await openPlatform('large', { url: postgres.url, dataDir });
    open.push(large);
    const small = await openPlatform('small', { url: smallUrl, dataDir });
    open.push(small);
    await run([large, small], await postmasterOf(maintenance.pool));
  } finally {
    for (const { pool } of open) await pool.end();
    await maintenance.pool.query('drop database if exists scale_small with (force)');
    await maintenance.pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
