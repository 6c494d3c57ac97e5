import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { searchPeople } from '#src/features/money/subscribers/server/search-people.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { formatReceiptNumber, receiptNumberRange } from '#src/lib/receipt-number.ts';
import {
  containsText,
  jsonArray,
  jsonObject,
  selectRows,
  type RowOf,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  Payment as SentPayment,
  PaymentQuery,
  paymentRowSchema,
  paymentSchema,
} from '../payment-list.schema.ts';
import {
  IS_PAYMENT,
  isEither,
  isListed,
  payment,
  PAYMENT_ROW,
  paymentInScope,
  PAYMENTS_WITH_PEOPLE,
} from './payments-source.ts';

type PaymentRow = z.input<typeof paymentRowSchema>;
type Payment = z.input<typeof paymentSchema>;

const LISTING = {
  columns: PAYMENT_ROW,
  from: PAYMENTS_WITH_PEOPLE,
  id: payment.id,
  sorts: { newest: { by: payment.at, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

const isOneOf = (column: SQL, ids: (string | number)[], type: 'uuid' | 'int') =>
  sql`${column} = any(${sql.param(ids)}::${sql.raw(type)}[])`;

const reversed = alias(ledgerTransactions, 'reversed');

/** The most payments that the beginning of a number or a reference finds. */
const MOST_NUMBERED = 100;

/** The payments by receipt number, or by the provider's id of the payment, a refund or a dispute. */
async function findPaymentsByNumber(pool: Pool, text: string): Promise<string[]> {
  const range = receiptNumberRange(text);
  const { id, kind, providerReference } = ledgerTransactions;
  const found = await selectRows(
    pool,
    { id: sql<string>`coalesce(${reversed.reverses}, ${reversed.id}, ${id})` },
    (columns) => sql`
      select ${columns} from ${ledgerTransactions}
      left join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${ledgerTransactions.reverses}
      where ${or(
        eq(providerReference, text),
        range ? sql`${id} between ${range.first} and ${range.last}` : undefined,
      )} and ${kind} in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won')
      limit ${sql.raw(String(MOST_NUMBERED))}`,
  );
  return found.map((row) => row.id);
}

/** The newest payments with a number or a provider's id that a person typed. */
export async function listNumberedPayments(
  pool: Pool,
  actor: Actor,
  text: string,
  limit: number,
): Promise<PaymentRow[]> {
  const ids = await findPaymentsByNumber(pool, text);
  if (ids.length === 0) return [];
  return selectRows(
    pool,
    PAYMENT_ROW,
    (columns) => sql`
      select ${columns} from ${PAYMENTS_WITH_PEOPLE}
      where ${and(isListed, isOneOf(payment.id, ids, 'uuid'), paymentInScope(actor))}
      order by ${payment.at} desc limit ${sql.raw(String(limit))}`,
  );
}

/** Restricts rows to those whose number, fan or influencer matches. People and numbers are looked up first. */
async function matches(pool: Pool, search: string | undefined): Promise<SQL | undefined> {
  if (!search) return undefined;
  const [people, numbered] = await Promise.all([
    searchPeople(pool, search),
    findPaymentsByNumber(pool, search),
  ]);
  const accounts = await selectRows(
    pool,
    { id: ledgerAccounts.id },
    (columns) => sql`
      select ${columns} from ${ledgerAccounts}
      where ${people.isOneOf(ledgerAccounts.influencerId)}
        or ${containsText(search, ledgerAccounts.payeeName, ledgerAccounts.payeeEmail)}`,
  );
  const isBy = people.isOneOf(payment.fanId);
  const isForOne = isOneOf(
    payment.shareAccountId,
    accounts.map((account) => account.id),
    'int',
  );
  const isNumbered = isOneOf(payment.id, numbered, 'uuid');
  return isEither(
    sql`(${isBy} or ${isForOne} or ${isNumbered})`,
    sql`(${isBy} or ${people.isOneOf(payment.influencerId)})`,
  );
}

const isFor = (influencerId: string) =>
  isEither(
    sql`${payment.shareAccountId} = (
      select ${ledgerAccounts.id} from ${ledgerAccounts}
      where ${ledgerAccounts.influencerId} = ${influencerId})`,
    eq(payment.influencerId, influencerId),
  );

type Filter = Partial<Pick<PaymentQuery, 'search' | 'state' | 'influencer' | 'fan'>>;

const conditionsOf = async (
  pool: Pool,
  actor: Actor,
  { search, state, influencer, fan }: Filter,
): Promise<(SQL | undefined)[]> => [
  isListed,
  paymentInScope(actor),
  await matches(pool, search),
  state && IS_PAYMENT[state],
  influencer === undefined ? undefined : isFor(influencer),
  fan === undefined ? undefined : eq(payment.fanId, fan),
];

/** A page of payments with fan and influencer. */
export async function listPayments(
  pool: Pool,
  actor: Actor,
  query: PaymentQuery,
): Promise<ListPage<PaymentRow>> {
  return listPage(pool, LISTING, { ...query, where: await conditionsOf(pool, actor, query) });
}

/** The filtered or selected payments, as a file. */
export async function exportPayments(
  pool: Pool,
  actor: Actor,
  query: Exported<Filter & Pick<PaymentQuery, 'sort'>>,
) {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  return csvFile<RowOf<typeof PAYMENT_ROW>>(
    'payments.csv',
    {
      'Time (UTC)': ({ at }) => at,
      Receipt: ({ id, state }) => (state === 'failed' ? null : formatReceiptNumber(id)),
      Fan: ({ fan }) => fan.fullName,
      Email: ({ fan }) => fan.email,
      Influencer: ({ influencer }) => influencer.fullName,
      State: ({ state }) => state,
      Amount: ({ amountCents }) => dollars(amountCents),
      'After Refunds': ({ leftCents }) => dollars(leftCents),
      Provider: ({ provider }) => provider,
      'Provider Reference': ({ providerReference }) => providerReference,
    },
    listAll(pool, LISTING, { ...query, where: await conditionsOf(pool, actor, query) }),
  );
}

const step = alias(ledgerTransactions, 'step');
const disputed = alias(ledgerTransactions, 'disputed');

const REVERSALS = jsonArray(
  jsonObject({
    id: step.id,
    kind: sql<SentPayment['reversals'][number]['kind']>`${step.kind}`,
    at: step.occurredAt,
    amountCents: cashAmount(step.id),
  }),
  sql`${step.occurredAt}, ${step.id}`,
);

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function getPayment(pool: Pool, actor: Actor, id: string): Promise<Payment> {
  const columns = {
    ...PAYMENT_ROW,
    periodStart: payment.periodStart,
    periodEnd: payment.periodEnd,
    reversals: sql<RowOf<{ all: typeof REVERSALS }>['all']>`(
      select ${REVERSALS} from ${ledgerTransactions} ${step}
      where ${step.reverses} in (
        select ${id}::uuid union all
        select ${disputed.id} from ${ledgerTransactions} ${disputed}
        where ${disputed.reverses} = ${id}))`,
  };
  const [stored] = await selectRows(
    pool,
    columns,
    (selected) => sql`
      select ${selected} from ${PAYMENTS_WITH_PEOPLE}
      where ${and(isListed, eq(payment.id, id), paymentInScope(actor))}`,
  );
  if (!stored) throw new DomainError('not-found', 'Payment not found');
  // The database formats instants in JSON differently.
  const reversals = stored.reversals.map((each) => ({ ...each, at: new Date(each.at) }));
  return { ...stored, reversals };
}
