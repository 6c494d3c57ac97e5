import { sql } from 'drizzle-orm';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { Seed } from './seed-context.ts';

/** How long the failed jobs of the demo stay. */
const STORED_SECONDS = 365 * 24 * 60 * 60;

const MAIL = {
  to: 'fan@demo.test',
  subject: 'Your payment details',
  heading: 'Your payment details',
  paragraphs: ['This email of the demo failed at first. It is sent when an admin retries it.'],
};

const FAILURES = [
  {
    queue: MAIL_QUEUE.name,
    hoursAgo: 2,
    attempts: 13,
    data: MAIL,
    output: { name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.2.0.7:587' },
  },
  {
    queue: MAIL_QUEUE.name,
    hoursAgo: 5,
    attempts: 1,
    data: MAIL,
    output: { name: 'Error', code: 'EENVELOPE', responseCode: 550, message: 'No such mailbox' },
  },
  {
    queue: DELETED_FILES_QUEUE.name,
    hoursAgo: 9,
    attempts: 3,
    data: {},
    output: { value: { message: 'job timed out' } },
  },
];

/** Adds background jobs that failed for good, which an admin can retry. */
export async function seedJobs({ db, daysAgo }: Seed): Promise<void> {
  for (const { queue, hoursAgo, attempts, data, output } of FAILURES) {
    const failedAt = daysAgo(hoursAgo / 24).toISOString();
    await db.execute(sql`
      insert into jobs.job (name, state, retry_count, retry_limit, data, output, created_on,
        completed_on, deletion_seconds)
      values (${queue}, 'failed', ${attempts - 1}, ${attempts - 1}, ${JSON.stringify(data)}::jsonb,
        ${JSON.stringify(output)}::jsonb, ${failedAt}::timestamptz - interval '1 hour',
        ${failedAt}, ${STORED_SECONDS})`);
  }
}
