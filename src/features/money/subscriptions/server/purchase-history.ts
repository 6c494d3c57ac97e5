import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { jsonObject } from '#src/platform/database/statement.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { purchaseSchema, receiptSchema } from '../purchases.schema.ts';

type Purchase = z.input<typeof purchaseSchema>;
type Receipt = z.input<typeof receiptSchema>;

const cash = alias(ledgerAccounts, 'cash');
const share = alias(ledgerAccounts, 'share');
const paid = alias(ledgerEntries, 'paid');
const reversed = alias(ledgerTransactions, 'reversed');
const charge = alias(ledgerTransactions, 'charge');

const purchases = {
  columns: {
    id: ledgerTransactions.id,
    // Only these kinds have a fan.
    kind: sql<Purchase['kind']>`${ledgerTransactions.kind}`,
    occurredAt: ledgerTransactions.occurredAt,
    chargeId: charge.id,
    influencerName: sql<string>`coalesce(${profiles.fullName}, ${share.payeeName}, '')`,
    // A charge has all three.
    periodStart: sql<Date>`${charge.periodStart}`,
    periodEnd: sql<Date>`${charge.periodEnd}`,
    amountCents: paid.amountCents,
    provider: sql<string>`${charge.provider}`,
    document: sql<Purchase['document']>`case when ${invoices.id} is not null then ${jsonObject({
      id: invoices.id,
      number: invoices.number,
    })} end`,
  },
  from: sql`${ledgerTransactions}
    join ${ledgerAccounts} ${cash} on ${cash.kind} = 'cash'
    join ${ledgerEntries} ${paid}
      on ${paid.transactionId} = ${ledgerTransactions.id} and ${paid.accountId} = ${cash.id}
    join ${ledgerAccounts} ${share} on ${share.id} = ${ledgerTransactions.shareAccountId}
    left join ${profiles} on ${profiles.id} = ${share.influencerId}
    left join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${ledgerTransactions.reverses}
    join ${ledgerTransactions} ${charge}
      on ${charge.id} = coalesce(${reversed.reverses}, ${reversed.id}, ${ledgerTransactions.id})
    left join ${invoices} on ${invoices.transactionId} = ${ledgerTransactions.id}`,
  id: ledgerTransactions.id,
  sorts: { newest: { by: ledgerTransactions.occurredAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

const isOwn = (actor: Actor) => eq(ledgerTransactions.subscriberId, actor.userId);

/** A page of a fan's payments and refunds, newest first. */
export function listPurchases(
  pool: Pool,
  actor: Actor,
  after: string | undefined,
): Promise<ListPage<Purchase>> {
  return listPage(pool, purchases, { where: [isOwn(actor)], sort: '-newest', after });
}

/** The receipt of an own payment, with its refunds. @throws DomainError 'not-found' */
export async function getReceipt(pool: Pool, actor: Actor, id: string): Promise<Receipt> {
  const where = [isOwn(actor), eq(charge.id, id)];
  const rows: Purchase[] = [];
  const pages = listAll(pool, purchases, { where, sort: 'newest' });
  for await (const page of pages) rows.push(...page);
  const receipt = rows.find((row) => row.id === id);
  if (!receipt) throw new DomainError('not-found', 'Receipt not found');
  return { charge: receipt, changes: rows.filter((row) => row !== receipt), email: actor.email };
}
