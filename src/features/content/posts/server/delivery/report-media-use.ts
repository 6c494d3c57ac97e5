import { and, eq, gt, isNull, not, sql } from 'drizzle-orm';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { mailAdmins, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { filesOf, mediaUse } from '../media-use.table.ts';

export type ReportDependencies = TeamMailer & { db: Db };

/** So many times the files of a usual day are unusual. */
const TIMES_USUAL = 10;
const REPORTED_DAYS = 7;

/** Whether the team sees a report: for a week, unless the fan is suspended. For joined users. */
export const isReportedUse = and(
  gt(mediaUse.reportedAt, sql`now() - make_interval(days => ${sql.raw(String(REPORTED_DAYS))})`),
  not(isSuspendedNow),
)!;

/** The median of the files that a fan opened on each of the 30 days before; days without any count as 0. */
const usualFiles = (userId: string) => sql`(
  select percentile_disc(0.5) within group (order by coalesce(u.earlier_files + ${filesOf(sql`u.hour_files`)}, 0))
  from generate_series(1, 30) ago
  left join ${mediaUse} u on u.user_id = ${userId} and u.day = (now() at time zone 'UTC')::date - ago)`;

/**
 * Reports today’s use of an account to the team if it is ten times what is usual for it, once a day. Admins
 * get a mail that names nobody: others may see a mailbox.
 */
export async function reportUnusualUse(
  { db, ...mailer }: ReportDependencies,
  userId: string,
  files: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const reported = await tx
      .update(mediaUse)
      .set({ reportedAt: sql`now()` })
      .where(
        and(
          eq(mediaUse.userId, userId),
          eq(mediaUse.day, sql`(now() at time zone 'UTC')::date`),
          isNull(mediaUse.reportedAt),
          sql`${files}::int >= ${TIMES_USUAL} * ${usualFiles(userId)}`,
        ),
      )
      .returning({ userId: mediaUse.userId });
    if (reported.length === 0) return;
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
    const subject = 'A fan opened an unusual number of files';
    await mailAdmins(tx, mailer, {
      subject,
      heading: subject,
      paragraphs: [
        'It is at least 1,000 files today, and ten times as many as on a usual day of this fan. Somebody may be copying content, or several people may share the account.',
      ],
      action: { label: 'Open the Dashboard', url: `${mailer.config.publicUrl}/dashboard` },
    });
  });
}
