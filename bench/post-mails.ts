import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { PostMailFrequency } from '#src/features/content/notifications/post-mails.rules.ts';
import { claimPostMails } from '#src/features/content/notifications/server/claim-post-mails.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { options } from './options.ts';
import { fillStatements } from './post-mails-fill.ts';
import { median } from './race.ts';

const BATCHES = 30;
const BATCH_SIZE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Claims batches, one after the other. @returns a line of the table */
async function measure(pool: Pool, frequency: PostMailFrequency): Promise<string> {
  const until = new Date(Date.now() - 60_000);
  const durations: number[] = [];
  let claimed = 0;
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined && durations.length < BATCHES) {
    const start = performance.now();
    const fans = await claimPostMails(pool, { frequency, until }, { after, limit: BATCH_SIZE });
    durations.push(performance.now() - start);
    claimed += fans.filter(({ newPosts }) => newPosts !== null).length;
    after = fans.length === BATCH_SIZE ? fans.at(-1)!.userId : undefined;
  }
  const times = [median(durations), Math.max(...durations)].map((time) => Math.round(time));
  return [frequency, durations.length, claimed, ...times].join(' | ');
}

/** Measures the claims of mails about a post of an influencer to whom all fans are subscribed. */
export async function benchPostMails(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const { pool } = openDatabase(postgres.url);
  try {
    await migrateDatabase(pool);
    const client = await pool.connect();
    for (const statement of fillStatements(options.subscribers)) await client.query(statement);
    client.release(true);
    console.log(`\nMails about one post to ${options.subscribers} subscribers\n`);
    console.log('| | frequency | batches of 200 | mails | p50 ms | slowest ms |');
    console.log('|---|---|---:|---:|---:|---:|');
    for (const statistics of ['no statistics', 'analyzed']) {
      if (statistics === 'analyzed') await pool.query('vacuum (analyze)');
      for (const frequency of ['at_once', 'daily'] as const) {
        await pool.query('truncate post_mails');
        console.log(`| ${statistics} | ${await measure(pool, frequency)} |`);
      }
    }
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
