import { setTimeout as wait } from 'node:timers/promises';
import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { Log } from '#src/platform/log/log.ts';
import { FILE_BITS, filesOf, mediaUse } from '../media-use.table.ts';
import { createNetworkLimit } from './media-networks.ts';
import { reportUnusualUse, type ReportDependencies } from './report-media-use.ts';

/** What one account may open within an hour at full speed. The pieces and sizes of a file are one file. */
export const FULL_SPEED = { files: 300, bytes: 2e9 };
/** Beyond it: milliseconds for a further file and for a piece of one, and bytes per millisecond. */
const SLOW = { file: 1000, piece: 200, bytesPerMs: 4000 };
/** Longer queues are refused, so that nobody fills the server with waiting requests. */
const LONGEST_WAIT_MS = 20_000;
const HOUR_MS = 60 * 60_000;
/** Counts go to the database after so long, or when a tenth of the limit has come together. */
const STORE_AFTER_MS = 15_000;
const SHARE_PER_STORE = 0.1;
const MAXIMUM_ACCOUNTS = 50_000;
/** Days with fewer files are never reported. */
const REPORTED_FILES = 1000;

/** What an account has opened in an hour, as far as this process knows. */
type Use = {
  hour: number;
  /** The bits of files that this process has counted. */
  seen: Set<number>;
  /** By all processes, when the counts were last stored. */
  stored: { files: number; bytes: number };
  pending: { files: Set<number>; bytes: number };
  /** When the next file may be opened, beyond the limit. */
  freeAt: number;
};

type Dependencies = ReportDependencies & {
  pool: Pool;
  log: Log;
  /** Multiplies the limits. */
  factor: number;
  waitFor?: (ms: number) => Promise<unknown>;
};

// The ids are random, so any part of them spreads the files evenly.
const bitOf = (mediaId: string): number => Number.parseInt(mediaId.slice(-8), 16) % FILE_BITS;

function toBits(files: ReadonlySet<number>): string {
  const bits = Array<string>(FILE_BITS).fill('0');
  for (const file of files) bits[file] = '1';
  return bits.join('');
}

const isSameHour = sql`${mediaUse.hour} = excluded.hour`;

/** Adds the counts of several accounts, in one order to avoid deadlocks. */
const prepareStore = (pool: Pool) =>
  prepareSelect(
    pool,
    {
      userId: mediaUse.userId,
      files: filesOf(mediaUse.hourFiles),
      bytes: mediaUse.hourBytes,
      dayFiles: sql<number>`${mediaUse.earlierFiles} + ${filesOf(mediaUse.hourFiles)}`,
    },
    (columns) => sql`
      insert into ${mediaUse} (user_id, day, hour, hour_files, hour_bytes)
      select id, (now() at time zone 'UTC')::date, date_trunc('hour', now()), files::bit(2048), bytes
      from unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('files')}::text[],
        ${sql.placeholder('bytes')}::bigint[]) as used (id, files, bytes)
      where exists (select from ${users} where ${users.id} = used.id)
      order by id
      on conflict (user_id, day) do update set
        earlier_files = ${mediaUse.earlierFiles}
          + case when ${isSameHour} then 0 else ${filesOf(mediaUse.hourFiles)} end,
        hour_files = case when ${isSameHour} then ${mediaUse.hourFiles} | excluded.hour_files
          else excluded.hour_files end,
        hour_bytes = case when ${isSameHour} then ${mediaUse.hourBytes} else 0 end + excluded.hour_bytes,
        hour = excluded.hour
      returning ${columns}`,
    'store_media_use',
  );

type Limit = typeof FULL_SPEED;

const isBeyond = ({ stored, pending }: Use, limit: Limit): boolean =>
  stored.files + pending.files.size > limit.files || stored.bytes + pending.bytes > limit.bytes;

/** The uses of this hour by account. */
function createUses(): (userId: string) => Use {
  const uses = new LRUCache<string, Use>({ maxSize: MAXIMUM_ACCOUNTS, sizeCalculation: () => 1 });
  return (userId) => {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const found = uses.get(userId);
    if (found?.hour === hour) return found;
    const use: Use = {
      hour,
      seen: new Set(),
      stored: { files: 0, bytes: 0 },
      pending: { files: new Set(), bytes: 0 },
      freeAt: 0,
    };
    uses.set(userId, use);
    return use;
  };
}

/** Stores the counts of all accounts together, after a while or when one has much to store. */
function createStoring(
  dependencies: Dependencies,
  { useOf, limit }: { useOf: (userId: string) => Use; limit: Limit },
) {
  const store = prepareStore(dependencies.pool);
  const waiting = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;

  async function storeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting].map(([userId, use]) => ({ userId, use, ...use.pending }));
    waiting.clear();
    for (const { use, files, bytes } of batch) {
      use.stored = { files: use.stored.files + files.size, bytes: use.stored.bytes + bytes };
      use.pending = { files: new Set(), bytes: 0 };
    }
    const rows = await store({
      ids: batch.map(({ userId }) => userId),
      files: batch.map(({ files }) => toBits(files)),
      bytes: batch.map(({ bytes }) => Math.round(bytes)),
    });
    for (const { userId, files, bytes, dayFiles } of rows) {
      useOf(userId).stored = { files, bytes };
      if (dayFiles >= REPORTED_FILES) await reportUnusualUse(dependencies, userId, dayFiles);
    }
  }
  const storeSafely = () =>
    storeAll().catch((error: unknown) => {
      dependencies.log.error({ err: error }, 'the use of files could not be stored');
    });

  function storeSoon(userId: string, use: Use): void {
    waiting.set(userId, use);
    const isMuch =
      use.pending.files.size >= limit.files * SHARE_PER_STORE ||
      use.pending.bytes >= limit.bytes * SHARE_PER_STORE;
    if (isMuch) void storeSafely();
    else timer ??= setTimeout(() => void storeSafely(), STORE_AFTER_MS).unref();
  }
  return { storeAll, storeSoon };
}

/**
 * Counts the files and bytes that fans open, and slows accounts down that open very many. The counts of all
 * processes come together in the database every few seconds, so most requests cost no query. Also limits the
 * networks of an account.
 */
export function createMediaUse(dependencies: Dependencies) {
  const { db, factor, waitFor = (ms: number) => wait(ms, undefined) } = dependencies;
  const limit = { files: FULL_SPEED.files * factor, bytes: FULL_SPEED.bytes * factor };
  const useOf = createUses();
  const { storeAll, storeSoon } = createStoring(dependencies, { useOf, limit });

  /** Waits beyond the limit. @throws DomainError 'rate-limited' when many wait already */
  async function waitInLine(use: Use, costMs: number): Promise<void> {
    const now = Date.now();
    const waitMs = use.freeAt - now;
    if (waitMs > LONGEST_WAIT_MS) {
      const seconds = Math.ceil(waitMs / 1000);
      const detail = `You’ve opened a lot of files. Please try again in ${seconds} seconds.`;
      throw new DomainError('rate-limited', detail, undefined, { retryAfter: seconds });
    }
    use.freeAt = Math.max(now, use.freeAt) + costMs;
    if (waitMs > 0) await waitFor(waitMs);
  }

  return {
    /** Counts a file that a fan opens; beyond the limit it waits. @throws DomainError 'rate-limited' */
    async open(userId: string, mediaId: string): Promise<void> {
      const use = useOf(userId);
      const file = bitOf(mediaId);
      const isNew = !use.seen.has(file);
      if (isNew) {
        use.seen.add(file);
        use.pending.files.add(file);
        storeSoon(userId, use);
      }
      if (isBeyond(use, limit)) await waitInLine(use, isNew ? SLOW.file : SLOW.piece);
    },
    /** Counts the bytes of a file that were sent. */
    addBytes(userId: string, bytes: number): void {
      const use = useOf(userId);
      use.pending.bytes += bytes;
      if (isBeyond(use, limit)) {
        use.freeAt = Math.max(Date.now(), use.freeAt) + bytes / SLOW.bytesPerMs;
      }
      storeSoon(userId, use);
    },
    requireNetwork: createNetworkLimit(db),
    storeAll,
  };
}

export type MediaUse = ReturnType<typeof createMediaUse>;

/** Deletes the counts of days that no comparison needs any more. */
export async function sweepMediaUse(db: Db): Promise<void> {
  await db.delete(mediaUse).where(lt(mediaUse.day, sql`(now() - interval '32 days')::date`));
}
