import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { cashOf } from '#src/features/money/ledger/server/cash-of.ts';
import { leftOfCharge } from '#src/features/money/refunds/server/left-of-charge.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { subscriptionPaymentSchema } from '../office-subscriptions.schema.ts';
import { getSubscription } from './office-subscriptions-list.ts';

type Payment = z.input<typeof subscriptionPaymentSchema>;
type AskedRefund = Payment['asked'][number];
type Stored = Omit<Payment, 'asked'> & {
  asked: (Omit<AskedRefund, 'askedAt'> & { askedAt: string })[];
};

const nameOf = (userId: SQL): SQL =>
  sql`(select coalesce(nullif(n.full_name, ''), n.email) from profiles n where n.id = ${userId})`;

const LISTING: Listing<'occurred'> = {
  columns: sql`t.id, t.kind, t.occurred_at as "occurredAt", ${cashOf(sql`t.id`)} as "amountCents",
    t.provider, t.provider_reference as "providerReference", t.period_start as "periodStart",
    t.period_end as "periodEnd",
    (select coalesce(o.reverses, o.id) from ledger_transactions o where o.id = t.reverses) as reverses,
    exists (select from refunds q where q.transaction_id = t.id) as "isAskedHere",
    (select ${nameOf(sql`q.requested_by`)} from refunds q where q.transaction_id = t.id) as "askedBy",
    case when t.kind = 'charge' then ${leftOfCharge(sql`t.id`)} end as "leftCents",
    coalesce((
      select json_agg(json_build_object(
        'id', q.id, 'amountCents', q.amount_cents, 'askedAt', q.created_at,
        'askedBy', ${nameOf(sql`q.requested_by`)}, 'byHand', q.by_hand
      ) order by q.created_at, q.id)
      from refunds q where q.charge_id = t.id and q.transaction_id is null
    ), '[]') as asked`,
  from: sql`ledger_transactions t`,
  id: sql`t.id`,
  sorts: { occurred: { by: sql`t.occurred_at`, type: 'timestamptz' } },
};

/** What was paid for a subscription and given back, newest first. @throws DomainError 'not-found' */
export async function listSubscriptionPayments(
  pool: Pool,
  actor: Actor,
  { id, after }: { id: string; after?: string | undefined },
): Promise<ListPage<Payment>> {
  await getSubscription(pool, actor, id);
  const page = await listPage<Stored, 'occurred'>(pool, LISTING, {
    where: [sql`t.subscription_id = ${id}::uuid`],
    sort: '-occurred',
    after,
  });
  return { ...page, rows: page.rows.map(toPayment) };
}

const toPayment = ({ asked, ...row }: Stored): Payment => ({
  ...row,
  // JSON of the database writes instants in another way.
  asked: asked.map((each) => ({ ...each, askedAt: new Date(each.askedAt) })),
});
