import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { startServer, stopChildren } from './children.ts';
import { raceFanOut } from './studio-fan-out.ts';
import { raceImages } from './studio-images.ts';
import { raceRanges } from './studio-ranges.ts';
import { raceUploads } from './studio-uploads.ts';

/** Compares uploads, pictures, media delivery and notifications with minimal baselines. */
export async function benchStudio(): Promise<void> {
  console.log(`\nThe content studio; ${availableParallelism()} cores`);
  await raceImages();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const { db, pool } = openDatabase(postgres.url);
  try {
    await migrateDatabase(pool);
    const secret = randomBytes(32).toString('hex');
    const product = await startServer('product-server.ts', {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SECRET: secret,
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
    });
    const setup = { db, pool, product, dataDir, secret };
    await raceRanges(setup);
    await raceUploads(setup);
    await raceFanOut(setup);
  } finally {
    await stopChildren();
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
