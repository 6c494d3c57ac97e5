import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import {
  blockedFiles,
  blockedUploads,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { readPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { COMPLAINT_KINDS } from '#src/features/trust/complaints/complaints.schema.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import type { ReviewDecision } from '#src/features/trust/reviews/reviews.schema.ts';
import { postReviews } from '#src/features/trust/reviews/server/post-reviews.table.ts';
import {
  isTimedReview,
  reviewTimeFigures,
} from '#src/features/trust/reviews/server/review-time-figures.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { ComplaintFigures, ComplianceReport } from '../compliance-report.schema.ts';

type Totals = Omit<
  ComplianceReport,
  | 'month'
  | 'months'
  | 'complaints'
  | 'requiresReviews'
  | 'sampledPercent'
  | 'reviewTimes'
  | 'reviewAimHours'
>;

/** The figures of a month (UTC), with the months to choose from. */
export async function getComplianceReport(
  { db, pool, config }: { db: Db; pool: Pool; config: Pick<Config, 'reviewAimHours'> },
  month: string,
): Promise<ComplianceReport> {
  const { from, to } = monthBounds(month);
  const start = sql`${from.toISOString()}::timestamptz`;
  const end = sql`${to.toISOString()}::timestamptz`;
  const isIn = (at: SQLWrapper) => sql`${at} >= ${start} and ${at} < ${end}`;
  const aimHours = config.reviewAimHours;
  const [[totals], [reviewTimes], found, months, rule] = await Promise.all([
    readTotals(pool, isIn, end),
    selectRows(
      pool,
      reviewTimeFigures(aimHours),
      (columns) => sql`select ${columns} from ${postReviews}
        where ${isTimedReview} and ${isIn(postReviews.decidedAt)}`,
    ),
    readComplaintFigures(pool, { from, to }),
    readMonths(pool),
    readPublicationRule(db),
  ]);
  return {
    month,
    months,
    requiresReviews: rule.requiresReviews,
    sampledPercent: rule.requiresReviews ? rule.sampledPercent : null,
    ...totals!,
    reviewTimes: reviewTimes!,
    reviewAimHours: aimHours,
    complaints: found,
  };
}

const NOTHING = {
  received: 0,
  removed: 0,
  noAction: 0,
  late: 0,
  openAtEnd: 0,
  medianHours: null,
};

type IsIn = (at: SQLWrapper) => SQL;

function readTotals(pool: Pool, isIn: IsIn, end: SQL): Promise<Totals[]> {
  const countOf = (from: SQLWrapper, where: SQL) =>
    sql<number>`(select count(*)::int from ${from} where ${where})`;
  const { decidedAt, status } = performerVerifications;
  const reviewed = (decision: ReviewDecision) =>
    countOf(
      postReviews,
      sql`${postReviews.decision} = ${decision} and ${postReviews.undoneAt} is null
        and ${isIn(postReviews.decidedAt)}`,
    );
  const publishedAt = sql`coalesce(${contentPosts.publishedAt}, ${contentPosts.lastPublishedAt})`;
  return selectRows(
    pool,
    {
      postsPublished: countOf(contentPosts, isIn(publishedAt)),
      postsApproved: reviewed('approved'),
      postsReturned: reviewed('changes-requested'),
      postsRejected: reviewed('rejected'),
      postsUnsampled: countOf(contentPosts, isIn(contentPosts.unsampledAt)),
      identitiesVerified: countOf(
        performerVerifications,
        sql`${status} = 'verified' and ${isIn(decidedAt)}`,
      ),
      identitiesRejected: countOf(
        performerVerifications,
        sql`${status} = 'rejected' and ${isIn(decidedAt)}`,
      ),
      verifiedAtEnd: sql<number>`(
        select count(distinct ${performerVerifications.performerId})::int from ${performerVerifications}
        where ${status} = 'verified' and ${decidedAt} < ${end}
          and ${performerVerifications.expiresOn} >= (${end} - interval '1 day')::date)`,
      consentsRecorded: countOf(consents, isIn(consents.createdAt)),
      consentsWithdrawn: countOf(consents, isIn(consents.withdrawnAt)),
      appealsReceived: countOf(complaintAppeals, isIn(complaintAppeals.createdAt)),
      appealsDecided: countOf(complaintAppeals, isIn(complaintAppeals.decidedAt)),
      decisionsChanged: countOf(
        complaintAppeals,
        sql`${isIn(complaintAppeals.decidedAt)}
          and (${complaintAppeals.party} = 'influencer') = (${complaintAppeals.outcome} = 'no_action')`,
      ),
      filesBlocked: countOf(blockedFiles, isIn(blockedFiles.createdAt)),
      uploadsRefused: countOf(blockedUploads, isIn(blockedUploads.matchedAt)),
    } satisfies SelectionOf<Totals>,
    (columns) => sql`select ${columns}`,
  );
}

/** What happened to the complaints of each kind in a period, the most severe kind first. */
export async function readComplaintFigures(
  pool: Pool,
  { from, to }: { from: Date; to: Date },
): Promise<ComplaintFigures[]> {
  const end = sql`${to.toISOString()}::timestamptz`;
  const isIn = (at: SQLWrapper) =>
    sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${end}`;
  const found = await selectComplaintFigures(pool, isIn, end);
  const byKind = new Map(found.map((figures) => [figures.kind, figures]));
  return COMPLAINT_KINDS.map((kind) => byKind.get(kind) ?? { ...NOTHING, kind });
}

function selectComplaintFigures(pool: Pool, isIn: IsIn, end: SQL): Promise<ComplaintFigures[]> {
  const { createdAt, decidedAt, dueAt, outcome } = complaints;
  const countWhere = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`;
  return selectRows(
    pool,
    {
      kind: complaints.kind,
      received: countWhere(isIn(createdAt)),
      // An appeal changes the outcome, and counts among the changed decisions.
      removed: countWhere(sql`${isIn(decidedAt)} and ${outcome} = 'removed'`),
      noAction: countWhere(sql`${isIn(decidedAt)} and ${outcome} = 'no_action'`),
      late: countWhere(sql`${isIn(decidedAt)} and ${decidedAt} > ${dueAt}`),
      openAtEnd: countWhere(sql`${decidedAt} is null or ${decidedAt} >= ${end}`),
      medianHours: sql<number | null>`(percentile_cont(0.5) within group (
        order by extract(epoch from ${decidedAt} - ${createdAt}) / 3600) filter (where ${isIn(decidedAt)}))::float8`,
    } satisfies SelectionOf<ComplaintFigures>,
    (columns) => sql`
      select ${columns} from ${complaints} where ${createdAt} < ${end} group by ${complaints.kind}`,
  );
}

async function readMonths(pool: Pool): Promise<string[]> {
  const rows = await selectRows(
    pool,
    { month: sql<string>`to_char(start, 'YYYY-MM')` },
    (columns) => sql`
      select ${columns} from (select min(${contentPosts.createdAt}) as first from ${contentPosts}) range
      cross join lateral generate_series(date_trunc('month', coalesce(first, now()) at time zone 'UTC'),
        now() at time zone 'UTC', interval '1 month') start
      order by start desc`,
  );
  return rows.map(({ month }) => month);
}
