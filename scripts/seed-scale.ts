// Fills an empty database with the records of a large platform. See docs/scale.md.
import readline from 'node:readline';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { createLog } from '#src/platform/log/log.ts';
import { readArguments } from './commands.mjs';
import { cannotRun } from './product-database.ts';
import { checkSeed } from './scale/check-seed.ts';
import { seedScale } from './scale/seed.ts';
import { FEWEST_POSTS, sizeOf } from './scale/size.ts';

const WIDTH = 30;

/** Shows a bar in a terminal, and a line for each step elsewhere. */
function showProgress(done: number, next: string): void {
  const text = `${String(Math.round(done * 100)).padStart(3)}% ${next}`;
  if (!process.stdout.isTTY) {
    console.log(text);
    return;
  }
  const filled = Math.round(done * WIDTH);
  readline.clearLine(process.stdout, 0);
  readline.cursorTo(process.stdout, 0);
  process.stdout.write(`[${'█'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${text}`);
}

async function seed(): Promise<void> {
  const { values } = readArguments('scripts/seed-scale.ts', process.argv.slice(2));
  const posts = Number(values.size);
  if (!Number.isInteger(posts) || posts < FEWEST_POSTS) {
    throw new Error(`--size is the number of posts: a whole number from ${FEWEST_POSTS}`);
  }
  const config = await loadConfig(process.env);
  const log = createLog({ logLevel: 'error' });
  const { dataDir } = config;
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  const { db, pool } = openDatabase(config.databaseUrl ?? postgres!.url, { max: 2 });
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1_000);
  try {
    await migrateDatabase(pool);
    const size = sizeOf(posts);
    await seedScale(pool, { size, prefixes: config.tax }, showProgress);
    console.log(`\nSeeded in ${seconds()} s: ${JSON.stringify(size)}`);
    const wrong = await checkSeed(db);
    for (const each of wrong) console.error(each);
    console.log(
      wrong.length === 0 ? `All rules hold; done after ${seconds()} s` : 'Rules are broken',
    );
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}

await seed().catch(cannotRun);
