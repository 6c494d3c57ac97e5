import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '#src/platform/config/config.ts';
import { createApp } from '#src/server/app.ts';
import { openServices } from '#src/server/server.ts';
import { SCALE_READS, withoutKnownGrowth, type Reader } from '../scripts/scale/calls.ts';
import {
  findGrowth,
  findScans,
  countGrowingTables,
  readCalls,
  recordStatements,
  sumByCall,
  type CallReading,
} from '../scripts/scale/explain.ts';
import { openSessionsOf } from '../scripts/scale/readers.ts';
import { withPlatforms, type Platform } from './scale-platforms.ts';
import { signIn } from './studio-setup.ts';

const secret = randomBytes(32).toString('hex');
// Some readers have more own records than others.
const SLACK = 2;

type Explained = { readings: CallReading[]; answers: Map<string, number> };

/** Calls the product in this process, and explains what it sent. */
async function explainPlatform({ pool, url, dataDir }: Platform): Promise<Explained> {
  const config = readConfig({
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    SECRET: secret,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    THROTTLE_FACTOR: '1000',
    REQUIRE_SECOND_FACTOR: 'false',
  });
  const services = await openServices(config, pino({ level: 'silent' }), []);
  const app = createApp(services);
  const setup = { pool, secret };
  const cookies: Record<Reader, string> = {
    fan: (await openSessionsOf('fan', { ...setup, count: 1 }))[0]!,
    influencer: (await openSessionsOf('influencer', { ...setup, count: 1 }))[0]!,
    admin: (await signIn(setup, 'admin')).cookie,
  };
  const sent = recordStatements(services.pool);
  const answers = new Map<string, number>();
  const call = async (title: string): Promise<void> => {
    const { address, reader } = SCALE_READS.find((each) => each.title === title)!;
    const response = await app.request(address, { headers: { cookie: cookies[reader] } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${title}: ${response.status} ${text}`);
    answers.set(title, text.length);
  };
  const titles = SCALE_READS.map(({ title }) => title);
  try {
    const readings = await readCalls(titles, { pool: services.pool, sent, call });
    return { readings, answers };
  } finally {
    await services.pool.end();
  }
}

const inKilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);

function printReadings(larger: Explained, smaller: Explained): void {
  const [large, small] = [sumByCall(larger.readings), sumByCall(smaller.readings)];
  console.log(
    '\n| | rows read, 1,000,000 posts | 10,000 posts | pages read | pages, 10,000 | KB of the answer | KB, 10,000 |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  for (const [title, { rows, blocks }] of large) {
    const few = small.get(title)!;
    const answers = [larger, smaller].map((each) => inKilobytes(each.answers.get(title)!));
    console.log(`| ${[title, rows, few.rows, blocks, few.blocks, ...answers].join(' | ')} |`);
  }
}

/** Explains every statement of the hot reads with both sizes, and fails on scans and on growth. */
export async function explainScale(): Promise<void> {
  await withPlatforms(async ([large, small]) => {
    const larger = await explainPlatform(large);
    const smaller = await explainPlatform(small);
    const wrong = [
      ...findScans(larger.readings, await countGrowingTables(large.pool)),
      ...findGrowth(smaller.readings, withoutKnownGrowth(larger.readings), SLACK),
    ];
    printReadings(larger, smaller);
    for (const each of wrong) console.error(each);
    console.log(
      `${larger.readings.length} statements of ${SCALE_READS.length} reads, ${wrong.length} of them wrong`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  });
}
