import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { SCALE_READS, STEADY_READS } from '../scripts/scale/calls.ts';
import { startChild } from './children.ts';
import { options } from './options.ts';
import type { ScaleInstance } from './scale-race.ts';
import type { SteadyLoad, SteadyMeasured } from './steady-load.ts';

const SHARE = 0.7;
/** Enough requests for a percentile of one in a hundred. */
const FEWEST_SECONDS = 5;

async function measure(sender: ChildProcess, load: SteadyLoad): Promise<SteadyMeasured> {
  sender.send(load);
  const [measured] = (await once(sender, 'message')) as [SteadyMeasured];
  if (measured.failures.length > 0) throw new Error(measured.failures.join());
  return measured;
}

/** Measures how long answers take while the processes of a server have 70% of what they can do. */
export async function printSteady({ urls, cookies }: ScaleInstance): Promise<void> {
  const sender = startChild('steady-load.ts');
  const processes = urls.length === 1 ? 'one process' : `${urls.length} processes`;
  console.log(
    `\n| with a million posts and ${processes}, at 70% of the most | per second | p50 ms | p99 ms | p99 to p50 |`,
  );
  console.log('|---|---:|---:|---:|---:|');
  for (const { title, reader, address } of SCALE_READS) {
    if (!STEADY_READS.includes(title) || !title.includes(options.reads)) continue;
    const load: SteadyLoad = {
      urls: urls.map((url) => url + address),
      headers: cookies[reader].map((cookie) => ({ cookie })),
      connections: options.connections,
      seconds: Math.max(FEWEST_SECONDS, options.seconds),
    };
    // Immediately before, by the same sender: what a shared machine can do changes, and the sender takes its share.
    const most = await measure(sender, load);
    const rate = Math.max(1, SHARE * most.perSecond);
    const { perSecond, p50, p99 } = await measure(sender, { ...load, rate });
    const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), (p99 / p50).toFixed(1)];
    console.log(`| ${[title, ...cells].join(' | ')} |`);
  }
}
