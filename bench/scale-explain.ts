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

/** Calls the product in this process, and explains what it sent. */
async function explainPlatform({ pool, url, dataDir }: Platform): Promise<CallReading[]> {
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
  const call = async (title: string): Promise<void> => {
    const { address, reader } = SCALE_READS.find((each) => each.title === title)!;
    const response = await app.request(address, { headers: { cookie: cookies[reader] } });
    if (!response.ok) throw new Error(`${title}: ${response.status} ${await response.text()}`);
  };
  const titles = SCALE_READS.map(({ title }) => title);
  try {
    return await readCalls(titles, { pool: services.pool, sent, call });
  } finally {
    await services.pool.end();
  }
}

function printReadings(larger: CallReading[], smaller: CallReading[]): void {
  const [large, small] = [sumByCall(larger), sumByCall(smaller)];
  console.log('\n| | rows read, 1,000,000 posts | 10,000 posts | pages read | pages, 10,000 |');
  console.log('|---|---:|---:|---:|---:|');
  for (const [title, { rows, blocks }] of large) {
    const few = small.get(title)!;
    console.log(`| ${[title, rows, few.rows, blocks, few.blocks].join(' | ')} |`);
  }
}

/** Explains every statement of the hot reads with both sizes, and fails on scans and on growth. */
export async function explainScale(): Promise<void> {
  await withPlatforms(async ([large, small]) => {
    const larger = await explainPlatform(large);
    const smaller = await explainPlatform(small);
    const wrong = [
      ...findScans(larger, await countGrowingTables(large.pool)),
      ...findGrowth(smaller, withoutKnownGrowth(larger), SLACK),
    ];
    printReadings(larger, smaller);
    for (const each of wrong) console.error(each);
    console.log(
      `${larger.length} statements of ${SCALE_READS.length} reads, ${wrong.length} of them wrong`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  });
}
