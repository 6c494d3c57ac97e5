import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { compareLists } from '#src/features/content/blocked-files/server/compare-lists.ts';
import { isBlocked } from '#src/features/content/blocked-files/server/find-blocked.ts';
import { importHashes } from '#src/features/content/blocked-files/server/import-hashes.ts';
import { migrateDatabase, openDatabase, type Db } from '#src/platform/database/db.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { id } from './ids.ts';
import { options } from './options.ts';

/** The longest list that can be imported. */
const HASHES = 200_000;
/** Hashes of the list that look like a stored picture: two of each difference that counts. */
const COPIES = 64;
const SCENES = 20;
/** Of an uploaded video of a minute. */
const UPLOADED_SCENES = 60;
const CHECKS = 5;

const LOOK = 'md5(random()::text) || md5(random()::text)';

/** Stored files, of which each tenth is a video with many scenes. */
const fillStatement = (files: number) => `
  insert into content_media (id, media_type, mime_type, file_size, s3_key, sha256, perceptual_hashes)
  select ${id('eeee', 'n')}, case when n % 10 = 0 then 'video' else 'image' end, 'image/jpeg', 1000,
    'media/' || n, ${LOOK}, array(select ${LOOK} from generate_series(1, case when n % 10 = 0 then ${SCENES} else 1 end)
    where n > 0)
  from generate_series(1, ${files}) n`;

/** The hash of a picture that differs in so many bits. */
function flip(hash: string, bits: number): string {
  const bytes = Buffer.from(hash, 'hex');
  for (let bit = 0; bit < bits; bit++) {
    const at = (bit * 41) % 256;
    bytes[at >> 3]! ^= 1 << (at & 7);
  }
  return bytes.toString('hex');
}

async function* listOf(stored: string[]): AsyncGenerator<Uint8Array> {
  for (const [number, hash] of stored.entries()) yield Buffer.from(`${flip(hash, number % 32)}\n`);
  for (let hash = stored.length; hash < HASHES; hash++) {
    yield Buffer.from(`${randomBytes(32).toString('hex')}\n`);
  }
}

/** Compares an upload that looks like nothing, turned and mirrored in eight ways. */
function checkUpload(db: Db, scenes: number): Promise<boolean> {
  const newHash = () => randomBytes(32).toString('hex');
  return isBlocked(db, randomUUID(), {
    sha256: newHash(),
    perceptualHashes: [],
    turnedHashes: Array.from({ length: scenes * 8 }, newHash),
  });
}

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

/** Measures the import of the longest list, and its comparison with the stored files. */
export async function benchHashLists(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-bench-'));
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const { pool, db } = openDatabase(postgres.url);
  try {
    await migrateDatabase(pool);
    const client = await pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(fillStatement(options.posts));
    client.release(true);
    const { rows } = await pool.query<{ hash: string }>(
      `select perceptual_hashes[1] as hash from content_media where media_type = 'image' order by id limit ${COPIES}`,
    );
    console.log(`\nA list of ${HASHES} hashes and ${options.posts} stored files\n`);
    const importing = performance.now();
    await importHashes(
      db,
      { userId: null as unknown as string },
      { name: 'Bench', kind: 'pdq', chunks: listOf(rows.map(({ hash }) => hash)) },
    );
    console.log(`- import: ${secondsSince(importing)} s`);
    const before = megabytes();
    const comparing = performance.now();
    const isOpen = async () =>
      (await pool.query('select from hash_lists where compared_at is null')).rowCount! > 0;
    let runs = 0;
    for (; await isOpen(); runs++) await compareLists({ db });
    const { rowCount } = await pool.query('select from held_files');
    console.log(
      `- comparison: ${secondsSince(comparing)} s in ${runs} runs, ${megabytes() - before} MB`,
    );
    console.log(`- held: ${rowCount} of ${COPIES} copies`);
    await pool.query('vacuum analyze blocked_hashes');
    for (const [name, scenes] of [
      ['a picture', 1],
      [`a video of ${UPLOADED_SCENES} scenes`, UPLOADED_SCENES],
    ] as const) {
      const checking = performance.now();
      for (let check = 0; check < CHECKS; check++) await checkUpload(db, scenes);
      const each = Math.round((performance.now() - checking) / CHECKS);
      console.log(`- check of an upload, ${name}: ${each} ms`);
    }
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
