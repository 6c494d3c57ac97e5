import { and, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  churnPercent,
  periodOf,
  type Period,
  type Span,
} from '#src/features/money/earnings/earnings.rules.ts';
import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';
import {
  partIndex,
  sumMoneyBy,
  type Whose,
} from '#src/features/money/earnings/server/earnings-money.ts';
import { isCounted } from '#src/features/money/earnings/server/earnings-subscribers.ts';
import { addUp } from '#src/features/money/earnings/server/earnings-sums.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { orNull, selectRows } from '#src/platform/database/statement.ts';
import { growthPercent, profitOf } from '../reports.rules.ts';
import type { influencerReportSchema, ReportQuery } from '../reports.schema.ts';
import { readLifetimeValues } from './lifetime-values.ts';
import { reportedTo, type Reader } from './report-scope.ts';
import { readBeginning } from './report.ts';

type Row = z.input<typeof influencerReportSchema>;

/** The influencers, and the accounts of deleted ones if everybody is meant. */
function listInfluencers(pool: Pool, whose: Whose) {
  const influencerId = sql`coalesce(${userRoles.userId}, ${ledgerAccounts.influencerId})`;
  const columns = {
    influencerId: sql<string | null>`${influencerId}`,
    accountId: orNull(ledgerAccounts.id),
    /** The first payment or subscription. */
    firstAt: sql<Date | null>`least(
      (select min(${ledgerTransactions.occurredAt}) from ${ledgerTransactions}
        where ${ledgerTransactions.shareAccountId} = ${ledgerAccounts.id}),
      (select min(${userSubscriptions.createdAt}) from ${userSubscriptions}
        where ${userSubscriptions.influencerId} = ${influencerId}))`,
    fullName: nameOrUnknown(profiles.fullName, ledgerAccounts.payeeName),
  };
  return selectRows(
    pool,
    columns,
    (selected) => sql`
      select ${selected}
      from (select * from ${userRoles} where ${userRoles.role} = 'influencer') ${userRoles}
      full join (select * from ${ledgerAccounts}
        where ${ledgerAccounts.kind} = 'influencer_share') ${ledgerAccounts}
        on ${ledgerAccounts.influencerId} = ${userRoles.userId}
      left join ${profiles} on ${profiles.id} = ${influencerId}
      where ${whose(influencerId) ?? sql`true`}`,
  );
}

const isWithin = (at: SQL, { from, to }: Span) =>
  sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;

/** How the subscribers of each influencer changed in a period. */
async function countBySubscribed(pool: Pool, whose: Whose, period: Period) {
  const { createdAt, endedAt, influencerId } = userSubscriptions;
  const count = (...conditions: SQL[]) =>
    sql<number>`(count(*) filter (where ${and(...conditions)}))::int`;
  const began = sql`${createdAt}`;
  const ended = sql`${endedAt}`;
  // Days are the parts of a single month.
  const months = period.unit === 'month' ? period.starts : [period.from];
  const last = sql.raw(String(months.length - 1));
  const isEarlier = sql`${createdAt} < ${period.from}::timestamptz`;
  const rows = await selectRows(
    pool,
    {
      influencerId,
      atStart: count(
        isEarlier,
        sql`(${endedAt} is null or ${endedAt} >= ${period.from}::timestamptz)`,
      ),
      gained: count(isWithin(began, period)),
      lost: count(isWithin(ended, period)),
      subscriberMonths: sql<number>`coalesce(sum(greatest(0, 1
        + least(coalesce(${partIndex(ended, months)}, ${last}), ${last})
        - greatest(${partIndex(began, months)}, 0)))
        filter (where ${began} < ${period.to}::timestamptz), 0)::int`,
    },
    (columns) => sql`
      select ${columns} from ${userSubscriptions}
      where ${isCounted(whose)} group by ${influencerId}`,
  );
  return new Map(rows.map((row) => [row.influencerId, row]));
}

/** The posts of each influencer in a period, and the last one at all. */
async function countPosts(pool: Pool, whose: Whose, period: Period) {
  const { influencerId, publishedAt } = contentPosts;
  const rows = await selectRows(
    pool,
    {
      influencerId,
      posts: sql<number>`(count(*) filter (where ${isWithin(sql`${publishedAt}`, period)}))::int`,
      lastPostAt: sql<Date>`max(${publishedAt})`.mapWith(publishedAt),
    },
    (columns) => sql`
      select ${columns} from ${contentPosts}
      where ${and(sql`${publishedAt} is not null`, whose(influencerId))} group by ${influencerId}`,
  );
  return new Map(rows.map((row) => [row.influencerId, row]));
}

const byAccount = sql<number>`${ledgerTransactions.shareAccountId}`;
const UNCHANGED = { atStart: 0, gained: 0, lost: 0, subscriberMonths: 0 };

const hasMoney = (money: AgencyMoney) =>
  money.payments > 0 || money.shareCents !== 0 || profitOf(money) !== 0;

type Influencer = Awaited<ReturnType<typeof listInfluencers>>[number];
type Found = {
  money: Map<number, AgencyMoney>;
  before: { span: Span | null; money: Map<number, AgencyMoney> };
  lifetimeValues: Map<number | null, number>;
  changes: Awaited<ReturnType<typeof countBySubscribed>>;
  posts: Awaited<ReturnType<typeof countPosts>>;
};

/** One influencer's row from what was found about all of them. */
function createRow({ influencerId, accountId, fullName, firstAt }: Influencer, found: Found) {
  const sums = (accountId !== null && found.money.get(accountId)) || addUp([]);
  // Who began later has nothing to be compared with, as on the influencer's own screen.
  const { span } = found.before;
  const isComparable = span !== null && firstAt !== null && firstAt <= span.from;
  const before = accountId === null ? undefined : found.before.money.get(accountId);
  const { platformCommissionCents: earlier = 0 } = (isComparable && before) || {};
  const change = (influencerId && found.changes.get(influencerId)) || UNCHANGED;
  const posted = influencerId ? found.posts.get(influencerId) : undefined;
  const { platformCommissionCents, grossCents, shareCents } = sums;
  return {
    id: influencerId ?? `account-${accountId}`,
    influencerId,
    fullName,
    platformCommissionCents,
    grossCents,
    shareCents,
    profitCents: profitOf(sums),
    reversedCents: sums.refundedCents + sums.disputedCents - sums.disputesWonCents,
    growthPercent: growthPercent(platformCommissionCents, earlier),
    gained: change.gained,
    lost: change.lost,
    subscribers: change.atStart + change.gained - change.lost,
    churnPercent: churnPercent(change.lost, change.subscriberMonths),
    lifetimeValueCents:
      (accountId === null ? undefined : found.lifetimeValues.get(accountId)) ?? null,
    posts: posted?.posts ?? 0,
    lastPostAt: posted?.lastPostAt ?? null,
    // Deleted influencers only matter in ranges with money of theirs.
    isShown: influencerId !== null || hasMoney(sums),
  };
}

/** The influencers of a report, by the agency's commission, highest first. */
export async function listInfluencerReports(
  pool: Pool,
  actor: Reader,
  { range, ...filter }: ReportQuery,
  now: Date,
): Promise<Row[]> {
  const whose = reportedTo(actor, filter);
  const { firstAt } = await readBeginning(pool, whose);
  const period = periodOf(range, now, firstAt);
  const [influencers, money, before, lifetimeValues, changes, posts] = await Promise.all([
    listInfluencers(pool, whose),
    sumMoneyBy(pool, whose, period, byAccount),
    period.before
      ? sumMoneyBy(pool, whose, period.before, byAccount)
      : Promise.resolve(new Map<number, AgencyMoney>()),
    readLifetimeValues(pool, whose),
    countBySubscribed(pool, whose, period),
    countPosts(pool, whose, period),
  ]);
  const rows = influencers.map((influencer) =>
    createRow(influencer, {
      money,
      before: { span: period.before, money: before },
      lifetimeValues,
      changes,
      posts,
    }),
  );
  return rows
    .filter(({ isShown }) => isShown)
    .toSorted(
      (a, b) =>
        b.platformCommissionCents - a.platformCommissionCents ||
        b.grossCents - a.grossCents ||
        a.fullName.localeCompare(b.fullName),
    )
    .map(({ isShown: _, ...row }) => row);
}
