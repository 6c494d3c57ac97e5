import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import type { LedgerAccount } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { orNull, selectRows, type RowOf } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { payoutNumber, shortReference } from '../payouts.rules.ts';
import {
  STATEMENT_PAGE_SIZE,
  type statementLineSchema,
  type statementSchema,
} from '../statement.schema.ts';
import { hasDocument } from './documents/payout-document-state.ts';
import { PAYOUT_COLUMNS, PAYOUTS, type PayoutRow } from './payout-columns.ts';
import { payoutDocuments } from './payout-documents.table.ts';
import { payoutLines, payouts } from './payouts.table.ts';

export type StatementLine = z.input<typeof statementLineSchema>;

const isBackOffice = ({ role }: Actor): boolean => role === 'admin' || role === 'staff';

/** The payouts of influencers within the back office user's limit, or the influencer's own. */
export function isVisibleTo(actor: Actor): SQL {
  return isBackOffice(actor)
    ? (inScope(actor, payouts.influencerId) ?? sql`true`)
    : sql`${payouts.influencerId} = ${actor.userId}::uuid
        and (${payouts.status} <> 'voided' or ${hasDocument})`;
}

const LINE_COUNT = sql<number>`(
  select count(*)::int from ${payoutLines} where ${payoutLines.payoutId} = ${payouts.id})`;

async function getPayout(pool: Pool, actor: Actor, id: string) {
  const [found] = await selectRows(
    pool,
    { ...PAYOUT_COLUMNS, lineCount: LINE_COUNT },
    (columns) => sql`
      select ${columns} from ${PAYOUTS} where ${payouts.id} = ${id}::uuid and ${isVisibleTo(actor)}`,
  );
  if (!found) throw new DomainError('not-found', 'Payout not found');
  const { lineCount, ...payout } = found;
  if (isBackOffice(actor)) return { payout, lineCount };
  // Influencers do not see who made, approved and paid it.
  return { payout: { ...payout, makerId: null, approverId: null, paidBy: null }, lineCount };
}

const line = alias(ledgerTransactions, 'line');
const reversed = alias(ledgerTransactions, 'reversed');
const charge = alias(ledgerTransactions, 'charge');

const LINE_ORDER: Order = {
  by: line.occurredAt,
  type: 'timestamptz',
  id: line.id,
  descending: false,
};

// The payment is a debit of the cash; its parts are credits.
const sumOf = (kind: LedgerAccount): SQL =>
  sql`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${ledgerAccounts.kind} = ${sql.raw(`'${kind}'`)}), 0)`;

const partsOfLine = sql`
  select ${sumOf('cash')}::float8 as gross, (-${sumOf('merchant_fees')})::float8 as merchant_fee,
    (-${sumOf('platform_commission')})::float8 as commission,
    (-${sumOf('influencer_share')})::float8 as share
  from ${ledgerEntries} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
  where ${ledgerEntries.transactionId} = ${line.id}`;

const lineFields = ({ periodStart }: PayoutRow) => ({
  id: line.id,
  kind: sql<StatementLine['kind']>`${line.kind}`,
  occurredAt: line.occurredAt,
  correctionKind: orNull(corrections.kind),
  isReversal: sql<boolean>`coalesce(${corrections.reverses} is not null, false)`,
  text: orNull(corrections.statementText),
  // Null for a transaction that refers to no charge.
  subscriptionId: orNull(charge.subscriptionId),
  chargeId: orNull(charge.id),
  periodStart: orNull(charge.periodStart),
  periodEnd: orNull(charge.periodEnd),
  commissionPercent: sql<number | null>`${charge.commissionPercent}::float8`,
  isCarriedOver: sql<boolean>`${line.occurredAt} < ${periodStart}::date`,
  grossCents: sql<number>`parts.gross`,
  merchantFeeCents: sql<number>`parts.merchant_fee`,
  commissionCents: sql<number>`parts.commission`,
  shareCents: sql<number>`parts.share`,
});
type StoredLine = RowOf<ReturnType<typeof lineFields>>;

/**
 * The lines of a payout after a cursor, oldest first. Refunds and disputes refer to
 * their payment.
 */
const readLines = (pool: Pool, payout: PayoutRow, after: string | undefined) =>
  selectRows(
    pool,
    { ...lineFields(payout), positionKey: positionKey(LINE_ORDER) },
    (columns) => sql`
      select ${columns} from (
        select line.* from ${payoutLines}
        join ${ledgerTransactions} ${line} on ${line.id} = ${payoutLines.transactionId}
        where ${payoutLines.payoutId} = ${payout.id}::uuid
          and ${after ? isAfter(LINE_ORDER, decodeCursor(after, LINE_ORDER.type)) : sql`true`}
        order by ${orderBy(LINE_ORDER)} limit ${STATEMENT_PAGE_SIZE + 1}
      ) line
      left join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${line.reverses}
      left join ${corrections} on ${corrections.transactionId} = ${line.id}
      left join ${ledgerTransactions} ${charge} on ${charge.kind} = 'charge'
        and ${charge.id} = coalesce(${reversed.reverses}, ${reversed.id}, ${corrections.chargeId}, ${line.id})
      cross join lateral (${partsOfLine}) parts
      order by ${orderBy(LINE_ORDER)}`,
  );

// The fan stays anonymous: subscription and payment are only short references.
function toLine(stored: StoredLine): StatementLine {
  const { subscriptionId, chargeId, correctionKind, isReversal, text, ...rest } = stored;
  return {
    ...rest,
    correction: correctionKind && { kind: correctionKind, isReversal, text },
    subscription: subscriptionId && shortReference(subscriptionId),
    receipt: chargeId && formatReceiptNumber(chargeId),
  };
}

type StatementQuery = { id: string; after?: string | undefined };
type Page = { lines: StatementLine[]; next: string | null };

async function pageOf(pool: Pool, payout: PayoutRow, after: string | undefined): Promise<Page> {
  const { rows, next } = takePage(await readLines(pool, payout, after), STATEMENT_PAGE_SIZE);
  return { lines: rows.map(toLine), next };
}

/**
 * A payout with a page of its lines, for the back office or its influencer.
 * @param query.after the `next` of the previous page
 * @throws DomainError 'not-found'
 */
export async function getPayoutStatement(
  pool: Pool,
  actor: Actor,
  { id, after }: StatementQuery,
): Promise<z.input<typeof statementSchema>> {
  const head = await getPayout(pool, actor, id);
  const [documents, page] = await Promise.all([
    listDocuments(pool, id),
    pageOf(pool, head.payout, after),
  ]);
  return { ...head, documents, ...page };
}

const listDocuments = (pool: Pool, payoutId: string) =>
  selectRows(
    pool,
    {
      id: payoutDocuments.id,
      kind: payoutDocuments.kind,
      number: payoutDocuments.number,
      issuedAt: payoutDocuments.issuedAt,
    },
    (columns) => sql`
      select ${columns} from ${payoutDocuments}
      where ${payoutDocuments.payoutId} = ${payoutId}::uuid
      order by ${payoutDocuments.year}, ${payoutDocuments.sequence}`,
  );

async function* allLines(pool: Pool, payout: PayoutRow): AsyncGenerator<StatementLine[]> {
  let after: string | undefined;
  do {
    const { lines, next } = await pageOf(pool, payout, after);
    yield lines;
    after = next ?? undefined;
  } while (after);
}

/** A payout with all its lines, page by page. @throws DomainError 'not-found' */
export async function readStatement(pool: Pool, actor: Actor, id: string) {
  const { payout } = await getPayout(pool, actor, id);
  return { payout, lines: allLines(pool, payout) };
}

const dollars = (cents: number): number => cents / 100;

/** All lines of a payout, as a file. @throws DomainError 'not-found' */
export async function exportPayoutStatement(pool: Pool, actor: Actor, id: string) {
  const { payout, lines } = await readStatement(pool, actor, id);
  return csvFile<StatementLine>(
    `statement-${payoutNumber(payout)}.csv`,
    {
      Date: ({ occurredAt }) => occurredAt,
      Kind: ({ kind, correction }) => correction?.kind ?? kind,
      Text: ({ correction }) => correction?.text ?? null,
      Receipt: ({ receipt }) => receipt,
      Subscription: ({ subscription }) => subscription,
      'Period Start': ({ periodStart }) => periodStart,
      'Period End': ({ periodEnd }) => periodEnd,
      'Gross Revenue': ({ grossCents }) => dollars(grossCents),
      'Merchant Fee': ({ merchantFeeCents }) => dollars(merchantFeeCents),
      'Commission Percent': ({ commissionPercent }) => commissionPercent,
      'Platform Commission': ({ commissionCents }) => dollars(commissionCents),
      Share: ({ shareCents }) => dollars(shareCents),
      'Carried Over': ({ isCarriedOver }) => isCarriedOver,
    },
    lines,
  );
}
