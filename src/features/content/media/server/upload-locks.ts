import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, MemoryLocker, type Locker } from '@tus/server';
import pg, { type Pool } from 'pg';
import { createWorkQueue } from './work-queue.ts';

const CHANNEL = 'velvet_rope_upload_wanted';
/** How long a request waits for the one before it, and how often it looks, in milliseconds. */
const LONGEST_WAIT = 15_000;
const LOOK_EVERY = 100;

/**
 * One request at a time for each upload, over all processes on one database: a connection that
 * broke may still be writing when its successor comes. Whoever holds an upload that another wants
 * is asked to let go.
 */
export function createUploadLocks(pool: Pool): Locker {
  // Within a process; to the database all its locks are those of one connection.
  const local = new MemoryLocker({ acquireLockTimeout: LONGEST_WAIT });
  const held = new Map<string, () => Promise<void> | void>();
  const connect = keepConnection(pool, (id) => void held.get(id)?.());
  return {
    newLock(id) {
      const lock = local.newLock(id);
      return {
        async lock(signal, requestRelease) {
          await lock.lock(signal, requestRelease);
          try {
            await lockForAll(await connect(), id, signal);
            held.set(id, requestRelease);
          } catch (error) {
            await lock.unlock();
            throw error;
          }
        },
        async unlock() {
          held.delete(id);
          const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))';
          // Were the connection lost, so would be its locks.
          await connect()
            .then((ask) => ask(unlock, [id]))
            .catch(() => {});
          await lock.unlock();
        },
      };
    },
  };
}

type Ask = (statement: string, values: string[]) => Promise<{ locked?: boolean }[]>;

/** One connection for all locks of this process, opened when it is first needed and after a loss. */
function keepConnection(pool: Pool, onWanted: (id: string) => void): () => Promise<Ask> {
  let opened: Promise<Ask> | null = null;
  const forget = () => {
    opened = null;
  };
  async function open(): Promise<Ask> {
    const client = new pg.Client({ connectionString: pool.options.connectionString });
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload = '' }) => onWanted(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // A connection answers one statement at a time.
    const inTurn = createWorkQueue(1);
    return (statement, values) =>
      inTurn(async () => (await client.query<{ locked?: boolean }>(statement, values)).rows);
  }
  return () => {
    opened ??= open();
    opened.catch(forget);
    return opened;
  };
}

async function lockForAll(ask: Ask, id: string, signal: AbortSignal): Promise<void> {
  const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
  const deadline = Date.now() + LONGEST_WAIT;
  for (let asked = false; ; asked = true) {
    const [answer] = await ask(lock, [id]);
    if (answer?.locked) return;
    if (signal.aborted || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
    if (!asked) await ask('select pg_notify($1, $2)', [CHANNEL, id]);
    await wait(LOOK_EVERY);
  }
}
