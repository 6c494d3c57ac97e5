import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { blockedUploads } from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import { readComplaintFigures } from '#src/features/trust/compliance-report/server/compliance-report.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { halfYearsSince, published } from '../transparency.rules.ts';
import { SMALL_COUNT, type transparencySchema } from '../transparency.schema.ts';

type HalfYear = z.input<typeof transparencySchema>['halfYears'][number];

/** What happened to reports in the half-years until `now`. Nothing in it leads to a person. */
export async function getTransparency(pool: Pool, now: Date): Promise<HalfYear[]> {
  const [range] = await selectRows(
    pool,
    { first: sql<Date | null>`min(${complaints.createdAt})` },
    (columns) => sql`select ${columns} from ${complaints}`,
  );
  const first = range?.first;
  if (!first) return [];
  const halfYears: HalfYear[] = [];
  for (const period of halfYearsSince(first, now)) {
    halfYears.push({ ...period, ...(await readHalfYear(pool, period)) });
  }
  return halfYears;
}

type Figures = Omit<HalfYear, 'name' | 'from' | 'to' | 'isPartial'>;

async function readHalfYear(pool: Pool, { from, to }: { from: Date; to: Date }): Promise<Figures> {
  const isIn = (at: SQLWrapper) =>
    sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`;
  const countOf = (table: SQLWrapper, where: SQL) =>
    sql<number>`(select count(*)::int from ${table} where ${where})`;
  const { createdAt, decidedAt, party, outcome } = complaintAppeals;
  const [totals] = await selectRows(
    pool,
    {
      hiddenAutomatically: countOf(
        complaintEvents,
        sql`${complaintEvents.event} = 'hidden' and ${complaintEvents.actorId} is null
          and ${isIn(complaintEvents.createdAt)}`,
      ),
      appealsReceived: countOf(complaintAppeals, isIn(createdAt)),
      appealsDecided: countOf(complaintAppeals, isIn(decidedAt)),
      decisionsChanged: countOf(
        complaintAppeals,
        sql`${isIn(decidedAt)} and (${party} = 'influencer') = (${outcome} = 'no_action')`,
      ),
      uploadsRefused: countOf(blockedUploads, isIn(blockedUploads.matchedAt)),
    },
    (columns) => sql`select ${columns}`,
  );
  const notices = await readComplaintFigures(pool, { from, to });
  const { hiddenAutomatically, appealsReceived, appealsDecided } = totals!;
  return {
    notices: notices.map(({ kind, received, removed, noAction, medianHours }) => ({
      kind,
      received: published(received),
      removed: published(removed),
      noAction: published(noAction),
      medianHours: removed + noAction > SMALL_COUNT ? medianHours : null,
    })),
    hiddenAutomatically: published(hiddenAutomatically),
    appealsReceived: published(appealsReceived),
    appealsDecided: published(appealsDecided),
    decisionsChanged: published(totals!.decisionsChanged),
    uploadsRefused: published(totals!.uploadsRefused),
  };
}
