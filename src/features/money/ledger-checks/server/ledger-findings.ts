import { and, desc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { chargeOfTransaction } from '#src/features/money/ledger/server/charge-of.ts';
import type { LedgerViolation } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  containsText,
  literal,
  orNull,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  CHECK_MAXIMUM_MINUTES,
  type Explanation,
  type LedgerFindingQuery,
  type ledgerFindingSchema,
  type ledgerStatusSchema,
} from '../ledger-checks.schema.ts';
import { ledgerChecks, ledgerFindings } from './ledger-checks.table.ts';
import { LEDGER_CHECK_QUEUE } from './run-ledger-check.ts';

type Finding = z.input<typeof ledgerFindingSchema>;

const nameOf = nameOrEmail<string | null>(users);

const LISTING = {
  columns: {
    id: ledgerFindings.id,
    rule: ledgerFindings.rule,
    subjectKind: ledgerFindings.subjectKind,
    subject: ledgerFindings.subject,
    chargeId: chargeOfTransaction,
    expected: ledgerFindings.expected,
    found: ledgerFindings.found,
    state: sql<Finding['state']>`${ledgerFindings.state}`,
    firstFoundAt: ledgerFindings.firstFoundAt,
    sinceAt: ledgerFindings.sinceAt,
    lastFoundAt: ledgerFindings.lastFoundAt,
    resolvedAt: orNull(ledgerFindings.resolvedAt),
    explanation: ledgerFindings.explanation,
    explainedBy: nameOf,
    explainedAt: orNull(ledgerFindings.explainedAt),
    isOutdated: sql<boolean>`coalesce(${ledgerFindings.explainedExpected} <> ${ledgerFindings.expected}
      or ${ledgerFindings.explainedFound} <> ${ledgerFindings.found}, false)`,
  } satisfies SelectionOf<Finding>,
  from: sql`${ledgerFindings}
    left join ${users} on ${users.id} = ${ledgerFindings.explainedBy}
    left join ${ledgerTransactions} on ${ledgerTransactions.id} =
      case when ${ledgerFindings.subjectKind} = 'transaction' then ${ledgerFindings.subject}::uuid end`,
  id: ledgerFindings.id,
  sorts: { newest: { by: ledgerFindings.sinceAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

/** A page of what the checks found, the newest first. */
export function listLedgerFindings(
  pool: Pool,
  query: LedgerFindingQuery,
): Promise<ListPage<Finding>> {
  const { search, state } = query;
  const where = [
    containsText(search, ledgerFindings.rule, ledgerFindings.subject, ledgerFindings.explanation),
    state && eq(ledgerFindings.state, literal(state)),
  ];
  return listPage(pool, LISTING, { ...query, where });
}

/** A finding. @throws DomainError 'not-found' */
export async function getLedgerFinding(pool: Pool, id: string): Promise<Finding> {
  const [found] = await selectRows(
    pool,
    LISTING.columns,
    (columns) => sql`select ${columns} from ${LISTING.from} where ${eq(ledgerFindings.id, id)}`,
  );
  if (!found) throw new DomainError('not-found', 'Finding not found');
  return found;
}

/** The newest check, and how many findings are open and explained. */
export async function getLedgerStatus({
  db,
  pool,
}: {
  db: Db;
  pool: Pool;
}): Promise<z.input<typeof ledgerStatusSchema>> {
  const count = (state?: Finding['state']) =>
    countUpToLimit(pool, sql`${ledgerFindings}`, [
      state && eq(ledgerFindings.state, literal(state)),
    ]);
  const [[last], isRunning, [first], all, open, explained, resolved] = await Promise.all([
    db
      .select({
        startedAt: ledgerChecks.startedAt,
        finishedAt: ledgerChecks.finishedAt,
        requestedBy: nameOf,
        ruleCount: ledgerChecks.ruleCount,
        transactionCount: ledgerChecks.transactionCount,
      })
      .from(ledgerChecks)
      .leftJoin(users, eq(users.id, ledgerChecks.requestedBy))
      .where(isNotNull(ledgerChecks.finishedAt))
      .orderBy(desc(ledgerChecks.startedAt))
      .limit(1),
    findRunning(db),
    db.select({ at: min(ledgerTransactions.occurredAt) }).from(ledgerTransactions),
    count(),
    count('open'),
    count('explained'),
    count('resolved'),
  ]);
  return {
    last: last ?? null,
    isRunning,
    firstMonth: first?.at ? monthBefore(first.at, 0) : null,
    counts: { all, open, explained, resolved },
  };
}

async function findRunning(db: Db): Promise<boolean> {
  const [running] = await db
    .select({ id: ledgerChecks.id })
    .from(ledgerChecks)
    .where(
      and(
        isNull(ledgerChecks.finishedAt),
        sql`${ledgerChecks.startedAt} > now() - ${CHECK_MAXIMUM_MINUTES} * interval '1 minute'`,
      ),
    )
    .limit(1);
  return running !== undefined;
}

/** The explanations of those violations whose present figures were explained. */
export async function findExplanations(
  db: Db,
  violations: readonly LedgerViolation[],
): Promise<Map<LedgerViolation, string>> {
  const explained = await db
    .select({
      rule: ledgerFindings.rule,
      subject: ledgerFindings.subject,
      expected: ledgerFindings.explainedExpected,
      found: ledgerFindings.explainedFound,
      explanation: ledgerFindings.explanation,
    })
    .from(ledgerFindings)
    .where(isNotNull(ledgerFindings.explanation));
  const keyOf = (one: Omit<(typeof explained)[number], 'explanation'>) =>
    JSON.stringify([one.rule, one.subject, one.expected, one.found]);
  const texts = new Map(explained.map((one) => [keyOf(one), one.explanation!]));
  return new Map(
    violations.flatMap((violation) => {
      const text = texts.get(keyOf(violation));
      return text === undefined ? [] : [[violation, text] as const];
    }),
  );
}

/** Requests a check, unless one is running. */
export async function requestLedgerCheck(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'enqueue'> },
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two simultaneous requests, the second finds the check of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger-check-request'))`);
    if (await findRunning(tx)) return;
    const [added] = await tx
      .insert(ledgerChecks)
      .values({ requestedBy: actor.userId })
      .returning({ id: ledgerChecks.id });
    await jobs.enqueue(tx, LEDGER_CHECK_QUEUE, { checkId: added!.id });
  });
}

/**
 * Explains a finding, which is then no longer open until its figures change.
 * @throws DomainError 'not-found', 'conflict' if the figures have changed, 'not-allowed-in-state' once resolved
 */
export async function explainFinding(
  db: Db,
  { userId: explainedBy }: Pick<Actor, 'userId'>,
  id: string,
  { explanation, expected, found }: Explanation,
): Promise<void> {
  await db.transaction(async (tx) => {
    const present = await lockFinding(tx, id);
    if (present.resolvedAt) {
      throw new DomainError('not-allowed-in-state', 'This finding has been resolved');
    }
    if (present.expected !== expected || present.found !== found) {
      throw new DomainError('conflict', 'The figures have changed since you opened the finding');
    }
    await tx
      .update(ledgerFindings)
      .set({
        explanation,
        explainedBy,
        explainedAt: sql`now()`,
        explainedExpected: expected,
        explainedFound: found,
      })
      .where(eq(ledgerFindings.id, id));
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}

/** Removes the explanation of a finding, which is then open again. @throws DomainError 'not-found' */
export async function withdrawExplanation(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFinding(tx, id);
    await tx
      .update(ledgerFindings)
      .set({
        explanation: null,
        explainedBy: null,
        explainedAt: null,
        explainedExpected: null,
        explainedFound: null,
      })
      .where(eq(ledgerFindings.id, id));
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}

async function lockFinding(tx: Db, id: string) {
  const [present] = await tx
    .select({
      expected: ledgerFindings.expected,
      found: ledgerFindings.found,
      resolvedAt: ledgerFindings.resolvedAt,
    })
    .from(ledgerFindings)
    .where(eq(ledgerFindings.id, id))
    .for('update');
  if (!present) throw new DomainError('not-found', 'Finding not found');
  return present;
}
