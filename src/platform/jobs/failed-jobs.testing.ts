import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { JobKey } from './failed-jobs.ts';

type FailedJobValues = { queue?: string; output?: object; minutesAgo?: number };

/** Adds a job whose last attempt failed. */
export async function failJob(
  { db }: { db: Db },
  { queue = 'mail', output = { message: 'Broken' }, minutesAgo = 1 }: FailedJobValues = {},
): Promise<JobKey> {
  const id = randomUUID();
  const stored = JSON.stringify(output);
  await db.execute(sql`
    insert into jobs.job (id, name, state, retry_count, retry_limit, data, output, completed_on)
    values (${id}, ${queue}, 'failed', 2, 2, '{"to":"ada@example.test"}', ${stored}::jsonb,
      now() - make_interval(mins => ${minutesAgo}))`);
  return { queue, id };
}
