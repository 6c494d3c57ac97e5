import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
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
  AskedRefund,
  PaymentKind,
  SubscriptionPayment,
} from '../office-subscriptions.schema.ts';
import { getSubscription } from './office-subscriptions-list.ts';

const entry = alias(ledgerEntries, 'entry');
const cash = alias(ledgerAccounts, 'cash');

/** What a transaction moved in the till, in cents. */
export const cashOf = (transactionId: SQLWrapper): SQL<number> => sql`(
  select coalesce(sum(${entry.amountCents}), 0)::float8
  from ${ledgerEntries} ${entry}
  join ${ledgerAccounts} ${cash} on ${cash.id} = ${entry.accountId} and ${cash.kind} = 'cash'
  where ${entry.transactionId} = ${transactionId})`;

const reversal = alias(ledgerTransactions, 'reversal');
const won = alias(ledgerTransactions, 'won');
const pending = alias(refunds, 'pending');

/**
 * What can still be given back of a charge: without what was refunded or is disputed, and without
 * what the provider was asked for but has not told of.
 */
export const leftOfCharge = (chargeId: SQLWrapper): SQL<number> => sql`(
  ${cashOf(chargeId)}
  + (select coalesce(sum(${cashOf(reversal.id)}), 0) from ${ledgerTransactions} ${reversal}
      where ${reversal.reverses} = ${chargeId})
  + (select coalesce(sum(${cashOf(won.id)}), 0) from ${ledgerTransactions} ${reversal}
      join ${ledgerTransactions} ${won} on ${won.reverses} = ${reversal.id}
      where ${reversal.reverses} = ${chargeId})
  - (select coalesce(sum(${pending.amountCents}), 0) from ${refunds} ${pending}
      where ${pending.chargeId} = ${chargeId} and ${pending.transactionId} is null))`;

const nameOf = (userId: SQLWrapper): SQL<string | null> =>
  sql`(select coalesce(nullif(${profiles.fullName}, ''), ${profiles.email}) from ${profiles}
    where ${profiles.id} = ${userId})`;

const { id, kind } = ledgerTransactions;
const reversed = alias(ledgerTransactions, 'reversed');
const refundOfRow = sql`${refunds} where ${refunds.transactionId} = ${id}`;

const ASKED = jsonObject({
  id: refunds.id,
  amountCents: refunds.amountCents,
  askedAt: refunds.createdAt,
  askedBy: nameOf(refunds.requestedBy),
  byHand: refunds.byHand,
} satisfies SelectionOf<Omit<AskedRefund, 'askedAt'> & { askedAt: Date }>);

const LISTING = {
  columns: {
    id,
    kind: sql<PaymentKind>`${kind}`,
    occurredAt: ledgerTransactions.occurredAt,
    amountCents: cashOf(id),
    provider: ledgerTransactions.provider,
    providerReference: ledgerTransactions.providerReference,
    periodStart: ledgerTransactions.periodStart,
    periodEnd: ledgerTransactions.periodEnd,
    reverses: sql<string | null>`(select coalesce(${reversed.reverses}, ${reversed.id})
      from ${ledgerTransactions} ${reversed} where ${reversed.id} = ${ledgerTransactions.reverses})`,
    isAskedHere: sql<boolean>`exists (select from ${refundOfRow})`,
    askedBy: sql<string | null>`(select ${nameOf(refunds.requestedBy)} from ${refundOfRow})`,
    leftCents: sql<number | null>`case when ${kind} = 'charge' then ${leftOfCharge(id)} end`,
    asked: sql<AskedRefund[]>`(
      select ${jsonArray(ASKED, sql`${refunds.createdAt}, ${refunds.id}`)}
      from ${refunds} where ${refunds.chargeId} = ${id} and ${refunds.transactionId} is null
    )`,
  },
  from: sql`${ledgerTransactions}`,
  id,
  sorts: { occurred: { by: ledgerTransactions.occurredAt, type: 'timestamptz' } },
} satisfies Listing<'occurred'>;

/** What was paid for a subscription and given back, newest first. @throws DomainError 'not-found' */
export async function listSubscriptionPayments(
  pool: Pool,
  actor: Actor,
  { id: subscriptionId, after }: { id: string; after?: string | undefined },
): Promise<ListPage<SubscriptionPayment>> {
  await getSubscription(pool, actor, subscriptionId);
  const page = await listPage(pool, LISTING, {
    where: [eq(ledgerTransactions.subscriptionId, subscriptionId)],
    sort: '-occurred',
    after,
  });
  return { ...page, rows: page.rows.map(asSent) };
}

type Stored = RowOf<typeof LISTING.columns>;

const asSent = ({ occurredAt, periodStart, periodEnd, asked, ...row }: Stored) => ({
  ...row,
  occurredAt: occurredAt.toISOString(),
  periodStart: periodStart?.toISOString() ?? null,
  periodEnd: periodEnd?.toISOString() ?? null,
  // JSON of the database writes instants in another way.
  asked: asked.map((each) => ({ ...each, askedAt: new Date(each.askedAt).toISOString() })),
});
