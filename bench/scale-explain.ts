import { SCALE_READS, withoutKnownGrowth } from '../scripts/scale/calls.ts';
import {
  findGrowth,
  findReplanned,
  FIRST_PLANS,
  findScans,
  countGrowingTables,
  readCalls,
  recordStatements,
  sumByCall,
  type CallReading,
} from '../scripts/scale/explain.ts';
import { withPlatforms, type Platform } from './scale-platforms.ts';
import { openProduct } from './scale-product.ts';

// Some readers have more own records than others.
const SLACK = 2;

type Explained = { readings: CallReading[]; answers: Map<string, number>; replanned: string[] };

/** Calls the product in this process, and explains what it sent. */
async function explainPlatform(platform: Platform): Promise<Explained> {
  const { pool, call, close } = await openProduct(platform, 1);
  const sent = recordStatements(pool);
  const answers = new Map<string, number>();
  const callOnce = async (title: string): Promise<void> => {
    answers.set(title, (await call(title)).length);
  };
  const titles = SCALE_READS.map(({ title }) => title);
  try {
    const readings = await readCalls(titles, { pool, sent, call: callOnce });
    for (const title of titles) {
      for (let calls = 0; calls < 2 * FIRST_PLANS; calls++) await call(title);
    }
    return { readings, answers, replanned: await findReplanned(pool) };
  } finally {
    await close();
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
      ...larger.replanned.map((name) => `${name} is planned anew for the values of each call`),
    ];
    printReadings(larger, smaller);
    for (const each of wrong) console.error(each);
    console.log(
      `${larger.readings.length} statements of ${SCALE_READS.length} reads, ${wrong.length} of them wrong`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  });
}
