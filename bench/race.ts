import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Load, Measured } from './load.ts';
import { options } from './options.ts';

export type Figures = Measured & { cpu: number };
/** `cpu` returns the CPU time used so far, in milliseconds. */
export type Contender = {
  name: string;
  measure: (seconds: number) => Promise<Measured>;
  cpu?: () => number;
};

/** Measures an address under load, rotating the headers. */
export async function measureOver(
  load: ChildProcess,
  url: string,
  headers: Record<string, string>[],
  seconds: number,
  connections = options.connections,
): Promise<Measured> {
  const loadOptions: Load = { url, headers, connections, seconds };
  load.send(loadOptions);
  return ((await once(load, 'message')) as [Measured])[0];
}

/** A share of a core in percent. */
export function percent(share: number): string {
  return share > 0 ? `${Math.round(share * 100)}%` : '–';
}
const significant = (value: number) => value.toFixed(value < 20 ? 2 : 0);
const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Measures the contenders alternately over several rounds, so that all see the same conditions. */
export async function race(contenders: Contender[]): Promise<Map<string, Figures[]>> {
  const results = new Map<string, Figures[]>(contenders.map(({ name }) => [name, []]));
  for (const { measure } of contenders) await measure(Math.min(2, options.seconds));
  for (let round = 0; round < options.rounds; round++) {
    for (const { name, measure, cpu = () => 0 } of contenders) {
      const before = cpu();
      const measured = await measure(options.seconds);
      const used = cpu() - before;
      results.get(name)!.push({ ...measured, cpu: used / (measured.perSecond * options.seconds) });
    }
  }
  return results;
}

/** Compares the contenders and prints a table; the second contender is the baseline. */
export async function raceAndPrint(
  title: string,
  contenders: Contender[],
  unit = 'requests',
): Promise<void> {
  const results = await race(contenders);
  const baseline = [...results.values()][1]!;
  const rows = [...results].map(([name, rounds]) => {
    const ratio = median(
      rounds.map((figures, round) => figures.perSecond / baseline[round]!.perSecond),
    );
    const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
    const failures = rounds.reduce((sum, figures) => sum + figures.failures, 0);
    // Refusals are fast: figures with failures say nothing.
    if (failures > 0) throw new Error(`${title}: ${failures} requests to ${name} failed`);
    const hasCpu = of('cpu') > 0;
    const cpuRatio = median(rounds.map((figures, round) => baseline[round]!.cpu / figures.cpu));
    return `| ${[
      name,
      significant(of('perSecond')),
      ratio.toFixed(2),
      milliseconds(of('p50')),
      milliseconds(of('p99')),
      hasCpu ? of('cpu').toFixed(3) : '–',
      hasCpu ? cpuRatio.toFixed(2) : '–',
      percent(of('loadShare')),
    ].join(' | ')} |`;
  });
  const cpu = `CPU ms/${unit.replace(/s$/, '')} | ratio by CPU`;
  console.log(`\n${title}\n`);
  console.log(`| | ${unit}/s | ratio | p50 ms | p99 ms | ${cpu} | a core for the load |`);
  console.log(['|---|---:|---:|---:|---:|---:|---:|---:|', ...rows].join('\n'));
}
