import { isDeepStrictEqual } from 'node:util';
import type { PgBoss, QueueOptions } from 'pg-boss';

/** Adds queues and schedules to the database, and updates those that were different. */
export type Installer = {
  queue(name: string, options: QueueOptions, policy?: 'exclusive'): Promise<void>;
  /** Adds a job to the queue by the clock, once for all missed runs. */
  schedule(name: string, cron: string, data?: object | null): Promise<void>;
};

/** Reads all queues and schedules at once: each start has a hundred of them, and usually none differs. */
export async function createInstaller(boss: PgBoss): Promise<Installer> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const options = { missed: 'once' } as const;
  return {
    async queue(name, requested, policy) {
      const installed = queues.find((queue) => queue.name === name);
      if (!installed) await boss.createQueue(name, { ...requested, ...(policy && { policy }) });
      else if (!isDeepStrictEqual({ ...installed, ...requested }, installed))
        await boss.updateQueue(name, requested);
    },
    async schedule(name, cron, data = null) {
      const isInstalled = schedules.some((schedule) =>
        isDeepStrictEqual({ ...schedule, name, cron, data, options }, schedule),
      );
      if (!isInstalled) await boss.schedule(name, cron, data, options);
    },
  };
}
