import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Log } from '#src/platform/log/log.ts';
import {
  SYSTEM_PARTS,
  type Finding,
  type SystemPart,
  type systemStatusSchema,
} from '../system-status.schema.ts';

type SystemStatus = z.input<typeof systemStatusSchema>;

/** Checks a part of the system. Errors are logged, and only a general message is shown. */
export type Check = () => Promise<Finding>;

type Options = {
  checks: Record<SystemPart, Check>;
  log: Pick<Log, 'warn'>;
};

/** Timeout of a check. */
const CUT_OFF_SECONDS = 3;
/** How long a status is cached. */
const CACHED_SECONDS = 15;
const CUT_OFF = Symbol('cut off');
const FAILED: Record<SystemPart, string> = {
  database: 'The database isn’t responding',
  storage: 'Files can’t be written and read',
  mail: 'Emails can’t be sent',
  jobs: 'The status of the background jobs can’t be read',
  videos: 'What isolates videos can’t be found out',
  backup: 'The status of the backups can’t be read',
  payments: 'The status of payments can’t be read',
  ledger: 'The result of the ledger’s check can’t be read',
  reconciliation: 'The comparison with the providers can’t be read',
  identity: 'The reports of identity checks can’t be read',
  consents: 'The rule of publication can’t be read',
  agreements: 'The rule of publication can’t be read',
  reviews: 'The rule of publication can’t be read',
};

/** Prepares the checks of all parts of the system; they run concurrently, each with a timeout. */
export function createSystemStatus({ checks, log }: Options) {
  const running = new Map<SystemPart, Promise<Finding>>();
  // Simultaneous requests share one check.
  const cache = new LRUCache<'all', SystemStatus>({
    max: 1,
    ttl: CACHED_SECONDS * 1_000,
    fetchMethod: runChecks,
  });

  /** A check that hangs is not started a second time. */
  function start(part: SystemPart): Promise<Finding> {
    const started =
      running.get(part) ??
      checks[part]()
        .catch((error: unknown): Finding => {
          log.warn({ err: error, part }, 'a check of the system failed');
          return { state: 'down', text: FAILED[part] };
        })
        .finally(() => running.delete(part));
    running.set(part, started);
    return started;
  }

  async function checkPart(part: SystemPart): Promise<SystemStatus['parts'][number]> {
    const { promise: cut, resolve } = Promise.withResolvers<typeof CUT_OFF>();
    const timer = setTimeout(() => resolve(CUT_OFF), CUT_OFF_SECONDS * 1_000);
    const found = await Promise.race([start(part), cut]);
    clearTimeout(timer);
    if (found !== CUT_OFF) return { part, ...found };
    return { part, state: 'down', text: `No response within ${CUT_OFF_SECONDS} seconds` };
  }

  async function runChecks(): Promise<SystemStatus> {
    const checkedAt = new Date();
    return { checkedAt, parts: await Promise.all(SYSTEM_PARTS.map(checkPart)) };
  }

  return (): Promise<SystemStatus> => cache.forceFetch('all');
}
