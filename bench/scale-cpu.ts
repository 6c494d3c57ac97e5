import { readFileSync } from 'node:fs';
import { SCALE_READS } from '../scripts/scale/calls.ts';
import { options } from './options.ts';
import { withPlatforms } from './scale-platforms.ts';
import { openProduct, type ScaleProduct } from './scale-product.ts';

const READERS = 50;
/** So often each read is called before and while it is measured. */
const CALLS = { before: 2 * READERS, measured: 300 };
/** Short parts in turn, so that what else runs on the machine affects both sizes alike. */
const BATCH = 25;
const CONCURRENT = 4;

type Cpu = { product: number; database: number };

async function callOften(product: ScaleProduct, title: string, times: number): Promise<void> {
  let left = times;
  const callInTurn = async () => {
    while (left-- > 0) await product.call(title);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, callInTurn));
}

/** CPU time of the database's processes behind a pool, in milliseconds. */
async function cpuOfConnections({ pool }: ScaleProduct): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const nanoseconds = (pid: number) =>
    Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  return new Map(rows.map(({ pid }) => [pid, nanoseconds(pid) / 1e6]));
}

async function measureBatch(product: ScaleProduct, title: string, sum: Cpu): Promise<void> {
  const connections = await cpuOfConnections(product);
  const before = process.cpuUsage();
  await callOften(product, title, BATCH);
  const { user, system } = process.cpuUsage(before);
  sum.product += (user + system) / 1_000;
  for (const [pid, cpu] of await cpuOfConnections(product)) {
    sum.database += cpu - (connections.get(pid) ?? 0);
  }
}

function printRow(title: string, sums: Cpu[]): void {
  const each = sums.map(({ product, database }) =>
    [product, database].map((ms) => ms / CALLS.measured),
  );
  const [large = 0, small = 0] = each.map(([product = 0, database = 0]) => product + database);
  const cells = [...each.flat().map((ms) => ms.toFixed(2)), (large / small).toFixed(2)];
  console.log(`| ${[title, ...cells].join(' | ')} |`);
}

/**
 * Compares the CPU time of the product and of the database for each read of a million posts with that of
 * ten thousand, in this process and without HTTP: on a busy machine too, it says what a read costs.
 */
export async function compareCpu(): Promise<void> {
  await withPlatforms(async (platforms) => {
    const products: ScaleProduct[] = [];
    for (const platform of platforms) products.push(await openProduct(platform, READERS));
    console.log(
      '\n| CPU ms for each read | 1,000,000 posts | its database | 10,000 posts | its database | ratio |',
    );
    console.log('|---|---:|---:|---:|---:|---:|');
    for (const { title } of SCALE_READS) {
      if (!title.includes(options.reads)) continue;
      const sums = products.map((): Cpu => ({ product: 0, database: 0 }));
      for (const product of products) await callOften(product, title, CALLS.before);
      for (let done = 0; done < CALLS.measured; done += BATCH) {
        for (const [at, product] of products.entries())
          await measureBatch(product, title, sums[at]!);
      }
      printRow(title, sums);
    }
    for (const { close } of products) await close();
  });
}
