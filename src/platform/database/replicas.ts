import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '#src/lib/problem.ts';
import { readingFrom } from './current-replica.ts';
import { openDatabase, type DatabaseOptions } from './db.ts';

const CHECK_EVERY_MS = 1_000;
/** A replica that has not replayed what the primary had this long ago is left out. */
const MAXIMUM_LAG_MS = 5_000;
/** Reads of a replica may take long, but nobody waits for a connection to one. */
const TIMEOUTS = { connectionTimeoutMillis: 2_000, statement_timeout: 60_000 };
const MAXIMUM_CONNECTIONS = 10;

/** How statements are sent, and what sees them. */
type StatementOptions = Pick<DatabaseOptions, 'namesStatements' | 'observers'>;
type Options = StatementOptions & {
  urls: readonly string[];
  log: { warn(details: object, message: string): void };
};
type Replica = {
  pool: pg.Pool;
  host: string;
  /** Up to where it has replayed the primary's log, at least. */
  replayed: bigint;
  /** It has everything that was committed before this moment. */
  completeUntil: number;
};

/** A position in PostgreSQL's log, such as `16/B374D848`, as a number. */
function parsePosition(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Reads that may lag behind the primary by some seconds. */
export type Replicas = {
  /**
   * Lets `run` read from a replica, or from the primary if no replica is fit. `run` may be repeated.
   * @param since the position in the log that the replica must have replayed: the caller's last change
   */
  read<T>(since: string | null, run: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/**
 * Opens the replicas, and checks every second how far they are. They can only have come further since,
 * so a replica that has replayed a change is known to contain it.
 */
export function openReplicas(primary: pg.Pool, { urls, log, ...options }: Options): Replicas {
  const stopping = new AbortController();
  const replicas = urls.map((url) => openReplica(url, options));
  const ends = createEnds(primary);

  function leaveOut(replica: Replica, error: unknown): void {
    const wasFit = isFit(replica);
    replica.completeUntil = -Infinity;
    if (wasFit) log.warn({ err: error, host: replica.host }, 'a replica is left out');
  }

  async function check(replica: Replica): Promise<void> {
    try {
      replica.replayed = await readReplayed(replica);
      const known = ends.findReached(replica.replayed);
      replica.completeUntil = Math.max(replica.completeUntil, known);
    } catch (error) {
      leaveOut(replica, error);
    }
  }

  async function checkUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Without the primary nothing is known; the replicas become unfit by themselves.
      await ends
        .read()
        .then(() => Promise.all(replicas.map(check)))
        .catch(() => {});
      await wait(CHECK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(
        () => {},
      );
    }
  }

  const checked = replicas.length > 0 ? checkUntilStopped() : undefined;
  return {
    async read(since, run) {
      const replica = choose(replicas, since);
      if (!replica) return run();
      try {
        return await readingFrom.run(replica.pool, run);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        leaveOut(replica, error);
        return run();
      }
    },
    async stop() {
      stopping.abort();
      await checked;
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

/** Where the log of the primary ended in the last seconds, and when. */
function createEnds(primary: pg.Pool) {
  const ends: { at: number; position: bigint }[] = [];
  return {
    async read(): Promise<void> {
      const at = performance.now();
      const { rows } = await primary.query<{ position: string }>(
        'select pg_current_wal_flush_lsn()::text as position',
      );
      const position = parsePosition(rows[0]!.position);
      // Another primary: what the former one had last may be lost.
      if (position < (ends.at(-1)?.position ?? 0n)) ends.length = 0;
      ends.push({ at, position });
      if (ends[0]!.at < at - 2 * MAXIMUM_LAG_MS) ends.shift();
    },
    /** The latest moment whose changes are all before a position. */
    findReached: (position: bigint): number =>
      ends.findLast((end) => end.position <= position)?.at ?? -Infinity,
  };
}

async function readReplayed({ pool }: Replica): Promise<bigint> {
  const { rows } = await pool.query<{ position: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position',
  );
  const { position } = rows[0]!;
  if (position === null) throw new Error('this is not a replica');
  return parsePosition(position);
}

function isFit({ completeUntil }: Replica): boolean {
  return performance.now() - completeUntil < MAXIMUM_LAG_MS;
}

/** One of the replicas that have replayed a position. */
function choose(replicas: Replica[], since: string | null): Replica | undefined {
  const position = since === null ? 0n : parsePosition(since);
  const fit = replicas.filter((one) => isFit(one) && one.replayed >= position);
  return fit[Math.floor(Math.random() * fit.length)];
}

function openReplica(url: string, options: StatementOptions): Replica {
  const { pool } = openDatabase(url, {
    max: MAXIMUM_CONNECTIONS,
    timeouts: TIMEOUTS,
    ...options,
  });
  return { pool, host: new URL(url).host, replayed: 0n, completeUntil: -Infinity };
}
