import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, lt, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { verificationReports } from '#src/features/agency/performers/server/provider-checks.table.ts';
import { sandboxVerifications } from '#src/features/agency/verification-providers/server/sandbox-verifications.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { paymentCards } from '#src/features/money/disputes/server/payment-cards.table.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import {
  checkouts,
  paymentEvents,
  sandboxRecords,
} from '#src/features/money/payments/server/billing.table.ts';
import { ccbillExtracts } from '#src/features/money/payments/server/ccbill-extracts.table.ts';
import { reconciliationRuns } from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import {
  ageChecks,
  ageVerifications,
  usedAttestations,
} from '#src/features/trust/age-checks/server/age-checks.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { endPreservations } from '#src/features/trust/escalations/server/end-preservation.ts';
import {
  removedWorkPeople,
  removedWorks,
} from '#src/features/trust/record-index/server/removed-works.table.ts';
import { postReviews } from '#src/features/trust/reviews/server/post-reviews.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { taskNotifications } from '#src/features/work/tasks/server/task-notifications.table.ts';
import { RETENTION_MONTHS, type RetentionPeriod } from '#src/lib/retention.ts';
import type { Config } from '#src/platform/config/config.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';

/** Rows per statement, so that no statement locks a table for long. */
const BATCH = 5_000;

type Rule = {
  period: RetentionPeriod;
  table: PgTable;
  /** When the period of a row begins; rows without it are retained. Indexed. */
  since: PgColumn;
  /** The rows that the rule is about, if not all; also the condition of a partial index. */
  where?: SQL;
  /** Whether a trigger lists files of deleted rows for removal. */
  hasFiles?: boolean;
};

/** What is deleted, and when. */
export const RETENTION_RULES: Rule[] = [
  {
    period: 'rejectedApplications',
    table: influencerApplications,
    since: influencerApplications.reviewedAt,
    where: sql`${influencerApplications.status} = 'rejected'`,
  },
  { period: 'answeredMessages', table: contactMessages, since: contactMessages.answeredAt },
  {
    period: 'decidedComplaints',
    table: complaints,
    since: complaints.decidedAt,
    hasFiles: true,
  },
  {
    period: 'postReviews',
    table: postReviews,
    since: postReviews.decidedAt,
    where: sql`${postReviews.postId} is null`,
  },
  { period: 'handledPaymentEvents', table: paymentEvents, since: paymentEvents.handledAt },
  {
    period: 'unfinishedCheckouts',
    table: checkouts,
    since: checkouts.expiresAt,
    where: sql`${checkouts.status} <> 'completed'`,
  },
  {
    period: 'reconciliationRuns',
    table: reconciliationRuns,
    since: reconciliationRuns.startedAt,
  },
  { period: 'providerExports', table: ccbillExtracts, since: ccbillExtracts.collectedAt },
  {
    period: 'sandboxRecords',
    table: sandboxRecords,
    since: sandboxRecords.changedAt,
    // A subscription lives as long as it is charged.
    where: sql`(${sandboxRecords.state} is null or ${sandboxRecords.state} = 'ended')`,
  },
  { period: 'sandboxRecords', table: sandboxVerifications, since: sandboxVerifications.createdAt },
  {
    period: 'verificationReports',
    table: verificationReports,
    since: verificationReports.receivedAt,
  },
  { period: 'ageChecks', table: ageChecks, since: ageChecks.createdAt },
  { period: 'ageVerifications', table: ageVerifications, since: ageVerifications.expiresAt },
  { period: 'usedAttestations', table: usedAttestations, since: usedAttestations.usedAt },
  { period: 'sentMails', table: sentMails, since: sentMails.acceptedAt },
  {
    period: 'paymentCards',
    table: paymentCards,
    since: paymentCards.recordedAt,
    where: sql`not exists (select from ${disputes} where ${disputes.chargeId} = ${paymentCards.chargeId})`,
  },
  { period: 'seenPosts', table: postViews, since: postViews.viewedAt },
  { period: 'notifications', table: postNotifications, since: postNotifications.createdAt },
  { period: 'notifications', table: taskNotifications, since: taskNotifications.createdAt },
  { period: 'removedWorks', table: removedWorks, since: removedWorks.removedAt },
  {
    period: 'performers',
    table: performers,
    since: performers.archivedAt,
    // Who is in a post can be proved as long as the post exists, and a period longer.
    where: sql`${performers.holdReason} is null and not exists (
      select from ${postPeople} where ${postPeople.performerId} = ${performers.id})
      and not exists (select from ${removedWorkPeople}
        where ${removedWorkPeople.performerId} = ${performers.id})`,
    hasFiles: true,
  },
  { period: 'taxDetails', table: taxDetails, since: taxDetails.retainedSince },
  { period: 'auditEntries', table: auditEntries, since: auditEntries.at },
];

function keyOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

/** The statement that deletes a batch of the rows whose period is over. */
function deleteBatch({ period, table, since, where }: Rule): SQL {
  const key = sql.join(keyOf(table), sql`, `);
  const start = sql`now() - make_interval(months => ${RETENTION_MONTHS[period]}::int)`;
  return sql`
    delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${and(where, lt(since, start))}
      limit ${sql.raw(String(BATCH))})`;
}

type Dependencies = { db: Db; jobs: Jobs; config: Pick<Config, 'dataDir'>; log: Log };

/** Deletes everything whose period is over, and logs how many of each. Safe to repeat at any time. */
export async function enforceRetention({ db, jobs, config, log }: Dependencies): Promise<void> {
  for (const rule of RETENTION_RULES) {
    const { period } = rule;
    let count = 0;
    for (let deleted = BATCH; deleted === BATCH; count += deleted) {
      deleted = await db.transaction(async (tx) => {
        const { rowCount } = await tx.execute(deleteBatch(rule));
        if (rule.hasFiles && rowCount) await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
        return rowCount ?? 0;
      });
    }
    if (count > 0) log.info({ period, count }, 'records were deleted after their retention period');
  }
  const ended = await endPreservations({ db, jobs });
  if (ended > 0) log.info({ count: ended }, 'preserved content was deleted after its preservation');
  const count = await deleteMailFiles(path.join(config.dataDir, 'mail'));
  if (count > 0)
    log.info({ period: 'mailFiles', count }, 'mails were deleted after their retention period');
}

/** Deletes mails that were written to files because there was no mail server. */
async function deleteMailFiles(folder: string): Promise<number> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - RETENTION_MONTHS.mailFiles);
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names) {
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => null);
    if (!stats || !name.endsWith('.eml') || stats.mtime >= before) continue;
    await rm(file, { force: true });
    count++;
  }
  return count;
}
