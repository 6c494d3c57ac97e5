import { once } from 'node:events';
import { SCALE_READS, STEADY_READS } from '../scripts/scale/calls.ts';
import { startChild } from './children.ts';
import { options } from './options.ts';
import { measureOver } from './race.ts';
import type { ScaleInstance } from './scale-race.ts';
import type { SteadyLoad, SteadyMeasured } from './steady-load.ts';

const SHARE = 0.7;
/** Enough requests for a percentile of one in a hundred. */
const FEWEST_SECONDS = 5;

/** Measures how long answers take while the processes of a server have 70% of what they can do. */
export async function printSteady({ urls, cookies }: ScaleInstance): Promise<void> {
  const loads = urls.map(() => startChild('load.ts'));
  const steady = startChild('steady-load.ts');
  const processes = urls.length === 1 ? 'one process' : `${urls.length} processes`;
  console.log(
    `\n| with a million posts and ${processes}, at 70% of the most | per second | p50 ms | p99 ms | p99 to p50 |`,
  );
  console.log('|---|---:|---:|---:|---:|');
  for (const { title, reader, address } of SCALE_READS) {
    if (!STEADY_READS.includes(title) || !title.includes(options.reads)) continue;
    const headers = cookies[reader].map((cookie) => ({ cookie }));
    // Immediately before: what a shared machine can do changes.
    const most = await Promise.all(
      urls.map((url, number) =>
        measureOver(loads[number]!, url + address, headers, FEWEST_SECONDS),
      ),
    );
    const rate = Math.max(1, SHARE * most.reduce((sum, { perSecond }) => sum + perSecond, 0));
    steady.send({
      urls: urls.map((url) => url + address),
      headers,
      connections: options.connections,
      seconds: Math.max(FEWEST_SECONDS, options.seconds),
      rate,
    } satisfies SteadyLoad);
    const [measured] = (await once(steady, 'message')) as [SteadyMeasured];
    if (measured.failures.length > 0) throw new Error(`${title}: ${measured.failures.join()}`);
    const { perSecond, p50, p99 } = measured;
    const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), (p99 / p50).toFixed(1)];
    console.log(`| ${[title, ...cells].join(' | ')} |`);
  }
}
