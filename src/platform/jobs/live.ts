import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';

const LIVE_CHANNEL = 'velvet_rope_live';
/** The maximum delay until a silently lost connection is detected. */
const PROBE_EVERY_MS = 30_000;
const PROBE_TIMEOUT_MS = 10_000;
const RETRY_MS = { first: 250, most: 10_000 };

/** Says that something changed, but not what: subscribers fetch the data again. */
export type LiveEvent =
  | { topic: 'notifications'; userId: string }
  /** `subscribers`: the range of ids that the event concerns. */
  | { topic: 'notifications'; postId: string; subscribers?: { from: string; to: string } }
  /**
   * What waits for the staff. `influencerId`: whose record changed, if it is that of one influencer;
   * `unlimited`: limited staff, who may not be allowed to read it, learn of it with their next read.
   */
  | { topic: 'notifications'; backOffice: true | 'unlimited'; influencerId?: string | null }
  /** Posts in the studio, or files; likewise. */
  | { topic: 'media'; influencerId?: string | null }
  /** Tasks of this influencer. */
  | { topic: 'tasks'; userId: string };

/** `anything`: events may have been missed because the connection was lost. */
type Listener = (event: LiveEvent | { topic: 'anything' }) => void;

export type Live = {
  /** Calls the listener with every event from now on. @returns the unsubscribe function */
  subscribe(listener: Listener): Promise<() => void>;
  /** Aborted when the process is about to stop. */
  stopping: AbortSignal;
  stop(): Promise<void>;
};

/** Publishes an event to every process of the product if and when the transaction commits. */
export async function publishLiveEvent(db: Db, event: LiveEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(event)})`);
}

/**
 * Receives published events on a separate connection, opened for the first listener.
 * @param directUrl of the database itself, because a pooler cannot deliver notifications
 */
export function createLive(directUrl: string, log: Log): Live {
  const listeners = new Set<Listener>();
  const stopping = new AbortController();
  let firstAttempt: Promise<void> | undefined;
  const notifyListeners: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };

  async function listenUntilStopped(onFirstAttempt: () => void): Promise<void> {
    let isFirstAttempt = true;
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        await listen(directUrl, stopping.signal, onNotification, () => {
          failures = 0;
          if (!isFirstAttempt) notifyListeners({ topic: 'anything' });
          onFirstAttempt();
        });
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ err: error }, 'live events are not heard');
      }
      isFirstAttempt = false;
      onFirstAttempt();
      const maxDelay = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures);
      const delay = maxDelay * (0.5 + Math.random() / 2);
      await wait(delay, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  function onNotification(payload: string): void {
    try {
      notifyListeners(JSON.parse(payload) as LiveEvent);
    } catch (error) {
      log.error({ err: error }, 'a live event was not understood');
    }
  }

  return {
    async subscribe(listener) {
      listeners.add(listener);
      await (firstAttempt ??= new Promise((resolve) => void listenUntilStopped(resolve)));
      return () => listeners.delete(listener);
    },
    stopping: stopping.signal,
    async stop() {
      stopping.abort();
    },
  };
}

/** Listens until the connection is lost or the process stops. @throws always, with the reason */
async function listen(
  directUrl: string,
  stopping: AbortSignal,
  onNotification: (payload: string) => void,
  onListening: () => void,
): Promise<never> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'velvet-rope-live',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection was ended')));
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  const signal = AbortSignal.any([lost.signal, stopping]);
  try {
    await client.connect();
    await client.query(`listen ${LIVE_CHANNEL}`);
    onListening();
    for (;;) {
      await wait(PROBE_EVERY_MS, undefined, { signal, ref: false });
      await client.query('select 1');
    }
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    // Not awaited, because a dead connection never closes cleanly.
    void client.end().catch(() => {});
  }
}
