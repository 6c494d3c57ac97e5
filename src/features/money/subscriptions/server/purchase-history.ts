import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { purchaseSchema, receiptSchema } from '../purchases.schema.ts';

type Purchase = z.input<typeof purchaseSchema>;
type Receipt = z.input<typeof receiptSchema>;

const purchases: Listing<'newest'> = {
  columns: sql`
    t.id, t.kind, t.occurred_at as "occurredAt", charge.id as "chargeId",
    coalesce(influencer.full_name, share.payee_name, '') as "influencerName",
    charge.period_start as "periodStart", charge.period_end as "periodEnd",
    paid.amount_cents::float8 as "amountCents", charge.provider`,
  from: sql`${ledgerTransactions} t
    join ${ledgerAccounts} cash on cash.kind = 'cash'
    join ${ledgerEntries} paid on paid.transaction_id = t.id and paid.account_id = cash.id
    join ${ledgerAccounts} share on share.id = t.share_account_id
    left join ${profiles} influencer on influencer.id = share.influencer_id
    left join ${ledgerTransactions} reversed on reversed.id = t.reverses
    join ${ledgerTransactions} charge on charge.id = coalesce(reversed.reverses, reversed.id, t.id)`,
  id: sql`t.id`,
  sorts: { newest: { by: sql`t.occurred_at`, type: 'timestamptz' } },
};

const isOwn = (actor: Actor) => sql`t.subscriber_id = ${actor.userId}::uuid`;

/** What a fan has paid and got back, newest first, a page at a time. */
export function listPurchases(
  pool: Pool,
  actor: Actor,
  after: string | undefined,
): Promise<ListPage<Purchase>> {
  return listPage(pool, purchases, { where: [isOwn(actor)], sort: '-newest', after });
}

/** The receipt of an own payment, with what went back of it. @throws DomainError 'not-found' */
export async function getReceipt(pool: Pool, actor: Actor, id: string): Promise<Receipt> {
  const where = [isOwn(actor), sql`charge.id = ${id}::uuid`];
  const rows: Purchase[] = [];
  const pages = listAll<Purchase, 'newest'>(pool, purchases, { where, sort: 'newest' });
  for await (const page of pages) rows.push(...page);
  const charge = rows.find((row) => row.id === id);
  if (!charge) throw new DomainError('not-found', 'Receipt not found');
  return { charge, changes: rows.filter((row) => row !== charge), email: actor.email };
}
