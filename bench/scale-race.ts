import type { Pool } from 'pg';
import { addMonths } from '#src/lib/dates.ts';
import { SCALE_READS, type Reader } from '../scripts/scale/calls.ts';
import { startChild, type Server } from './children.ts';
import type { Measured } from './load.ts';
import { measureWebhooks, MOST_PER_SECOND, webhookKey } from './money-webhooks.ts';
import { options } from './options.ts';
import { cpuOfServerAndDatabase } from './processes.ts';
import { measureOver, median, percent, race, type Contender, type Figures } from './race.ts';
import type { Renewal } from './webhook-load.ts';

/** The product on a database of one size. */
export type ScaleInstance = {
  name: string;
  pool: Pool;
  server: Server;
  /** Those of all processes; only the first one is measured alone. */
  urls: string[];
  cookies: Record<Reader, string[]>;
};

type Measure = (instance: ScaleInstance, seconds: number) => Promise<Measured>;
type Row = {
  title: string;
  large: Figures;
  small: Figures;
  ratio: number;
  cpuRatio: number;
};

const mediansOf = (rounds: Figures[]): Figures => {
  const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    loadShare: of('loadShare'),
    failures: 0,
  };
};

/** Measures both sizes in turn. The ratio of CPU is that of the large database to the small one. */
async function compare(
  title: string,
  instances: ScaleInstance[],
  { postmaster, measure }: { postmaster: number; measure: Measure },
): Promise<Row> {
  const contenders: Contender[] = instances.map((instance) => ({
    name: instance.name,
    measure: (seconds) => measure(instance, seconds),
    cpu: () => cpuOfServerAndDatabase(instance.server.pid, postmaster),
  }));
  const rounds = [...(await race(contenders)).values()];
  const [large, small] = rounds as [Figures[], Figures[]];
  const failures = rounds.flat().reduce((sum, figures) => sum + figures.failures, 0);
  if (failures > 0) throw new Error(`${title}: ${failures} requests failed`);
  const ratioOf = (key: 'perSecond' | 'cpu') =>
    median(large.map((figures, round) => figures[key] / small[round]![key]));
  return {
    title,
    large: mediansOf(large),
    small: mediansOf(small),
    ratio: ratioOf('perSecond'),
    cpuRatio: ratioOf('cpu'),
  };
}

/** Renewals for the next month of random subscriptions that are paid. */
async function nextRenewals({ pool }: ScaleInstance, count: number): Promise<Renewal[]> {
  const { rows } = await pool.query<{ name: string; amountCents: number; periodStart: Date }>(
    `select provider_subscription_id as name, price_cents as "amountCents", current_period_end as "periodStart"
     from user_subscriptions where status = 'active' and cancel_at is null and provider = 'sandbox'
     order by current_period_end, id limit $1`,
    [count],
  );
  return rows.map(({ periodStart, ...renewal }) => ({
    ...renewal,
    periodStart: periodStart.toISOString(),
    periodEnd: addMonths(periodStart, 1).toISOString(),
  }));
}

const figure = (value: number) => value.toFixed(value < 20 ? 2 : 0);

function printRows(rows: Row[]): void {
  console.log(
    '\n| | 1,000,000 posts, per second | 10,000 posts | ratio | CPU ms | CPU ms, 10,000 | ratio of CPU | p50 ms | p99 ms | a core for the load |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const { title, large, small, ratio, cpuRatio } of rows) {
    const cells = [
      figure(large.perSecond),
      figure(small.perSecond),
      ratio.toFixed(2),
      large.cpu.toFixed(2),
      small.cpu.toFixed(2),
      cpuRatio.toFixed(2),
      large.p50.toFixed(0),
      large.p99.toFixed(0),
      percent(large.loadShare),
    ];
    console.log(`| ${[title, ...cells].join(' | ')} |`);
  }
}

/** Measures every read, and renewals, with both sizes in turn, and prints them. */
export async function raceScale(
  instances: ScaleInstance[],
  secret: string,
  postmaster: number,
): Promise<void> {
  const load = startChild('load.ts');
  const rows: Row[] = [];
  for (const { title, reader, address } of SCALE_READS) {
    if (!title.includes(options.reads)) continue;
    const measure: Measure = ({ server, cookies }, seconds) =>
      measureOver(
        load,
        server.url + address,
        cookies[reader].map((cookie) => ({ cookie })),
        seconds,
      );
    rows.push(await compare(title, instances, { postmaster, measure }));
  }
  const sender = startChild('webhook-load.ts');
  const key = webhookKey(secret);
  const measure: Measure = async (instance, seconds) => {
    const renewals = await nextRenewals(instance, Math.ceil(seconds * MOST_PER_SECOND));
    return measureWebhooks(sender, { server: instance.server, key, renewals, seconds });
  };
  rows.push(await compare('renewals by signed webhooks', instances, { postmaster, measure }));
  printRows(rows);
}
