import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    subscribers: { type: 'string', default: '100000' },
    only: { type: 'string' },
    scale: { type: 'boolean', default: false },
    database: { type: 'string' },
    reads: { type: 'string', default: '' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
  },
});

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
  only: values.only,
  /** Measures nothing but large tables beside small ones. */
  scale: values.scale,
  /** Measures only the reads of large tables whose title contains this. */
  reads: values.reads,
  /** The processes of the large platform while it has a steady load. */
  workers: Number(values.workers),
  /** How long pages are opened before the memory is read. */
  minutes: Number(values.minutes),
  /** The DATA_DIR of `npm run seed:scale`; a new one is seeded if undefined. */
  database: values.database,
  /** The subscribers of one influencer whose mails are claimed, and whose price changes. */
  subscribers: Number(values.subscribers),
  influencers: 200,
  fans: 1_000,
  subscriptionsPerFan: 20,
  notificationsPerFan: 200,
};
