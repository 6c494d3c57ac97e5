import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { jsonArray, jsonObject, selectRows, type RowOf } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  Payment as SentPayment,
  PaymentQuery,
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
import { searchPayments } from './search-payments.ts';

type PaymentRow = RowOf<typeof PAYMENT_ROW>;
type Payment = z.input<typeof paymentSchema>;

const LISTING = {
  columns: PAYMENT_ROW,
  from: PAYMENTS_WITH_PEOPLE,
  id: payment.id,
  sorts: { newest: { by: payment.at, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

const isFor = (influencerId: string) =>
  isEither(
    sql`${payment.shareAccountId} = (
      select ${ledgerAccounts.id} from ${ledgerAccounts}
      where ${ledgerAccounts.influencerId} = ${influencerId})`,
    eq(payment.influencerId, influencerId),
  );

type Filter = Partial<Pick<PaymentQuery, 'search' | 'state' | 'influencer' | 'fan'>>;

const filtersOf = (actor: Actor, { state, influencer, fan }: Filter): (SQL | undefined)[] => [
  isListed,
  paymentInScope(actor),
  state && IS_PAYMENT[state],
  influencer === undefined ? undefined : isFor(influencer),
  fan === undefined ? undefined : eq(payment.fanId, fan),
];

async function findsOf(pool: Pool, actor: Actor, query: Filter) {
  const where = filtersOf(actor, query);
  return query.search ? searchPayments(pool, query.search, where) : { where };
}

/** A page of payments with fan and influencer. */
export async function listPayments(
  pool: Pool,
  actor: Actor,
  query: PaymentQuery,
): Promise<ListPage<PaymentRow>> {
  return listPage(pool, LISTING, { ...query, ...(await findsOf(pool, actor, query)) });
}

/** The filtered or selected payments, as a file. */
export async function exportPayments(
  pool: Pool,
  actor: Actor,
  query: Exported<Filter & Pick<PaymentQuery, 'sort'>>,
) {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const found = await findsOf(pool, actor, query);
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
    listAll(pool, LISTING, { ...query, ...found }),
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
