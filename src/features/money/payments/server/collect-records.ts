import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { Payments } from './payments.ts';

type Dependencies = { db: Db; payments: Pick<Payments, 'connected'>; log: Log };

/** The hourly job: collects what providers export only part by part. The next hour repeats what failed. */
export async function collectRecords(
  { db, payments, log }: Dependencies,
  now: Date,
): Promise<void> {
  for (const { name, records } of payments.connected) {
    try {
      await records?.collect?.(db, now);
    } catch (err) {
      log.warn({ provider: name, err }, 'the provider’s export was not collected');
    }
  }
}
