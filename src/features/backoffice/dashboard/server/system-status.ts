import type { Log } from '#src/platform/log/log.ts';
import {
  SYSTEM_PARTS,
  type Finding,
  type SystemPart,
  type SystemStatus,
} from '../system-status.schema.ts';

/** Looks at a part of the system. What it throws is logged, and shown in general words alone. */
export type Check = () => Promise<Finding>;

type Options = {
  checks: Record<SystemPart, Check>;
  log: Pick<Log, 'warn'>;
  /** How long a check may take, in milliseconds. */
  cutOffMs?: number;
  /** How long what was found is told again without another look, in milliseconds. */
  keptMs?: number;
};

const CUT_OFF = Symbol('cut off');
const FAILED: Record<SystemPart, string> = {
  database: 'The database does not answer',
  storage: 'Files cannot be written and read',
  mail: 'Mails cannot be sent',
  jobs: 'The state of the background jobs cannot be read',
  payments: 'The state of the payments cannot be read',
};

/** Prepares the checks of all parts of the system: run side by side, each cut off in time. */
export function createSystemStatus({ checks, log, cutOffMs = 3_000, keptMs = 15_000 }: Options) {
  const running = new Map<SystemPart, Promise<Finding>>();
  let kept: { until: number; status: Promise<SystemStatus> } | undefined;

  /** A check that hangs is not started a second time beside itself. */
  function start(part: SystemPart): Promise<Finding> {
    const started =
      running.get(part) ??
      checks[part]()
        .catch((error: unknown): Finding => {
          log.warn({ err: error, part }, 'a check of the system failed');
          return { state: 'down', words: FAILED[part] };
        })
        .finally(() => running.delete(part));
    running.set(part, started);
    return started;
  }

  async function look(part: SystemPart): Promise<SystemStatus['parts'][number]> {
    const { promise: cut, resolve } = Promise.withResolvers<typeof CUT_OFF>();
    const timer = setTimeout(() => resolve(CUT_OFF), cutOffMs);
    const found = await Promise.race([start(part), cut]);
    clearTimeout(timer);
    if (found !== CUT_OFF) return { part, ...found };
    return { part, state: 'down', words: `No answer within ${cutOffMs / 1000} seconds` };
  }

  async function lookAtAll(): Promise<SystemStatus> {
    const checkedAt = new Date().toISOString();
    return { checkedAt, parts: await Promise.all(SYSTEM_PARTS.map(look)) };
  }

  return (): Promise<SystemStatus> => {
    const now = Date.now();
    if (!kept || kept.until <= now) kept = { until: now + keptMs, status: lookAtAll() };
    return kept.status;
  };
}
