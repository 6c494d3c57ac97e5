import { readArguments } from '../scripts/commands.mjs';

const { values } = readArguments('bench/run.ts', process.argv.slice(2));
const textOf = (name: string) => values[name]?.toString();

/** The size and duration of the measurements; the first ones can be set as `--name=value`. */
export const options = {
  posts: Number(values.posts),
  /** The duration of each measurement. */
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  /**
   * `feed`, `pages`, `weight`, `studio`, `lists`, `marketplace`, `mails`, `hashes`, `money`, `prices`,
   * `interactions`, `long-lists`, `explain`, `sizes`, `steady`, `cpu` or `start`; all but `weight` and the
   * last seven if undefined.
   */
  only: textOf('only'),
  /** Measures nothing but large tables beside small ones. */
  scale: values.scale === true,
  /** Measures only the reads of large tables whose title contains this. */
  reads: textOf('reads') ?? '',
  /** The processes of the large platform while it has a steady load. */
  workers: Number(values.workers),
  /** How long pages are opened before the memory is read. */
  minutes: Number(values.minutes),
  /** The DATA_DIR of `npm run seed:scale`; a new one is seeded if undefined. */
  database: textOf('database'),
  /** The subscribers of one influencer whose mails are claimed, and whose price changes. */
  subscribers: Number(values.subscribers),
  influencers: 200,
  fans: 1_000,
  subscriptionsPerFan: 20,
  notificationsPerFan: 200,
};
