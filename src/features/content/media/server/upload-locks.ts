import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, MemoryLocker, type Locker } from '@tus/server';
import pg from 'pg';
import { createWorkQueue } from '#src/lib/work-queue.ts';

const CHANNEL = 'velvet_rope_upload_wanted';
/** How long and how often a request tries to acquire a lock, in milliseconds. */
const ACQUIRE_TIMEOUT = 15_000;
const RETRY_INTERVAL = 100;
const DATABASE_TIMEOUT = 15_000;

/**
 * Locks uploads against concurrent requests in all processes of one database: a broken connection may
 * still be writing when the client resumes. The holder of a lock is notified when another request
 * wants it.
 * @param directUrl of the database itself, because a lock belongs to a session
 */
export function createUploadLocks(directUrl: string): Locker {
  // Locks within this process: its database locks all belong to one connection.
  const local = new MemoryLocker({ acquireLockTimeout: ACQUIRE_TIMEOUT });
  const held = new Map<string, () => Promise<void> | void>();
  const connect = createLockConnection(directUrl, {
    onRequested: (id) => void held.get(id)?.(),
    // Another process may have these locks by now.
    onLost: () => held.forEach((requestRelease) => void requestRelease()),
  });
  return {
    newLock(id) {
      const lock = local.newLock(id);
      return {
        async lock(signal, requestRelease) {
          await lock.lock(signal, requestRelease);
          try {
            await acquireDatabaseLock(await connect(), id, signal);
            held.set(id, requestRelease);
          } catch (error) {
            await lock.unlock();
            throw error;
          }
        },
        async unlock() {
          held.delete(id);
          const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))';
          // A lost connection has released its locks already.
          await connect()
            .then((run) => run(unlock, [id]))
            .catch(() => {});
          await lock.unlock();
        },
      };
    },
  };
}

type RunStatement = (statement: string, values: string[]) => Promise<{ locked?: boolean }[]>;

/** Creates one connection for all locks of this process, opened on demand and after a loss. */
function createLockConnection(
  directUrl: string,
  { onRequested, onLost }: { onRequested: (id: string) => void; onLost: () => void },
): () => Promise<RunStatement> {
  let opened: Promise<RunStatement> | null = null;
  async function open(reset: () => void): Promise<RunStatement> {
    const client = new pg.Client({
      connectionString: directUrl,
      connectionTimeoutMillis: DATABASE_TIMEOUT,
      query_timeout: DATABASE_TIMEOUT,
      keepAlive: true,
    });
    client.on('error', reset);
    client.on('end', reset);
    client.on('notification', ({ payload = '' }) => onRequested(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // A connection runs one statement at a time.
    const inTurn = createWorkQueue(1);
    return (statement, values) =>
      inTurn(async () => {
        try {
          return (await client.query<{ locked?: boolean }>(statement, values)).rows;
        } catch (error) {
          // The next statement would wait behind the one that was not answered.
          reset();
          void client.end().catch(() => {});
          throw error;
        }
      });
  }
  return () => {
    if (opened) return opened;
    const reset = () => {
      // The end of a former connection must not take away the locks of this one.
      if (opened !== connection) return;
      opened = null;
      onLost();
    };
    const connection = open(reset);
    connection.catch(reset);
    opened = connection;
    return connection;
  };
}

async function acquireDatabaseLock(
  run: RunStatement,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
  const deadline = Date.now() + ACQUIRE_TIMEOUT;
  for (let notified = false; ; notified = true) {
    const [answer] = await run(lock, [id]);
    if (answer?.locked) return;
    if (signal.aborted || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
    if (!notified) await run('select pg_notify($1, $2)', [CHANNEL, id]);
    await wait(RETRY_INTERVAL);
  }
}
