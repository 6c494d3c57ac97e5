import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refundableAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import {
  jsonArray,
  jsonObject,
  type RowOf,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  PaymentKind,
  subscriptionPaymentSchema,
} from '../back-office-subscriptions.schema.ts';
import { getSubscription } from './back-office-subscriptions-list.ts';

type Payment = z.input<typeof subscriptionPaymentSchema>;
type RequestedRefund = Payment['requestedRefunds'][number];

const nameOf = (userId: SQLWrapper): SQL<string | null> =>
  sql`(select ${nameOrEmail({ name: profiles.fullName, email: profiles.email })} from ${profiles}
    where ${profiles.id} = ${userId})`;

const { id, kind } = ledgerTransactions;
const reversed = alias(ledgerTransactions, 'reversed');
const refundOfRow = sql`${refunds} where ${refunds.transactionId} = ${id}`;

const REQUESTED = jsonObject({
  id: refunds.id,
  amountCents: refunds.amountCents,
  requestedAt: refunds.createdAt,
  requestedBy: nameOf(refunds.requestedBy),
  byHand: refunds.byHand,
  failedAt: refunds.failedAt,
  failureReason: refunds.failureReason,
} satisfies SelectionOf<RequestedRefund>);

const LISTING = {
  columns: {
    id,
    kind: sql<PaymentKind>`${kind}`,
    occurredAt: ledgerTransactions.occurredAt,
    amountCents: cashAmount(id),
    provider: ledgerTransactions.provider,
    providerReference: ledgerTransactions.providerReference,
    periodStart: ledgerTransactions.periodStart,
    periodEnd: ledgerTransactions.periodEnd,
    reverses: sql<string | null>`(select coalesce(${reversed.reverses}, ${reversed.id})
      from ${ledgerTransactions} ${reversed} where ${reversed.id} = ${ledgerTransactions.reverses})`,
    isRequestedHere: sql<boolean>`exists (select from ${refundOfRow})`,
    requestedBy: sql<string | null>`(select ${nameOf(refunds.requestedBy)} from ${refundOfRow})`,
    leftCents: sql<number | null>`case when ${kind} = 'charge' then ${refundableAmount(id)} end`,
    requestedRefunds: sql<RowOf<{ requestedRefunds: typeof REQUESTED }>['requestedRefunds'][]>`(
      select ${jsonArray(REQUESTED, sql`${refunds.createdAt}, ${refunds.id}`)}
      from ${refunds} where ${refunds.chargeId} = ${id} and ${refunds.transactionId} is null
    )`,
  },
  from: sql`${ledgerTransactions}`,
  id,
  sorts: { occurred: { by: ledgerTransactions.occurredAt, type: 'timestamptz' } },
} satisfies Listing<'occurred'>;

/** Payments and refunds of a subscription, newest first. @throws DomainError 'not-found' */
export async function listSubscriptionPayments(
  pool: Pool,
  actor: Actor,
  { id: subscriptionId, after }: { id: string; after?: string | undefined },
): Promise<ListPage<Payment>> {
  await getSubscription(pool, actor, subscriptionId);
  const page = await listPage(pool, LISTING, {
    where: [eq(ledgerTransactions.subscriptionId, subscriptionId)],
    sort: '-occurred',
    after,
  });
  return { ...page, rows: page.rows.map(toPayment) };
}

type Stored = RowOf<typeof LISTING.columns>;

const toPayment = ({ requestedRefunds, ...row }: Stored): Payment => ({
  ...row,
  // The database formats instants in JSON differently.
  requestedRefunds: requestedRefunds.map((each) => ({
    ...each,
    requestedAt: new Date(each.requestedAt),
    failedAt: each.failedAt === null ? null : new Date(each.failedAt),
  })),
});
