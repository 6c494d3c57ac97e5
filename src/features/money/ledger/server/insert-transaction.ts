import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { prepareNamed } from '#src/platform/database/statement.ts';
import { totalReversed, type Reversed, type Split } from '../ledger.rules.ts';
import type { LedgerAccount } from '../ledger.schema.ts';
import { ledgerEntries, type ledgerTransactions } from './ledger.table.ts';

type Transaction = typeof ledgerTransactions.$inferInsert;

// A literal, because the partial index on the platform's accounts needs one.
const platformAccount = (kind: LedgerAccount) =>
  sql`(select id from ledger_accounts where kind = ${sql.raw(`'${kind}'`)})`;

const input = sql.placeholder;

// A single statement, so that the database's check sees all entries at once. Entries of zero are
// omitted.
const record = prepareNamed(
  'ledger_record',
  { id: ledgerEntries.transactionId },
  (columns) => sql`with recorded as (
      insert into ledger_transactions (
        kind, occurred_at, share_account_id, provider, provider_reference, reverses,
        subscription_id, subscriber_id, period_start, period_end, commission_percent
      ) values (
        ${input('kind')}, ${input('occurredAt')}, ${input('shareAccountId')}, ${input('provider')},
        ${input('providerReference')}, ${input('reverses')}, ${input('subscriptionId')},
        ${input('subscriberId')}, ${input('periodStart')}, ${input('periodEnd')},
        ${input('commissionPercent')}
      ) on conflict do nothing
      returning id, occurred_at, share_account_id
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents, occurred_at)
    select recorded.id, part.account_id, part.amount_cents, recorded.occurred_at
    from recorded cross join lateral (values
      (${platformAccount('cash')}, ${input('cash')}::bigint),
      (${platformAccount('merchant_fees')}, ${input('merchantFees')}::bigint),
      (${platformAccount('platform_commission')}, ${input('commission')}::bigint),
      (recorded.share_account_id, ${input('share')}::bigint),
      (${platformAccount('write_offs')}, ${input('writeOffs')}::bigint)
    ) part (account_id, amount_cents)
    where part.amount_cents <> 0
    returning ${columns}`,
);

/**
 * Inserts a transaction with its entries.
 * @returns its id; null if the transaction of this reference exists
 */
export async function insertTransaction(
  tx: Db,
  transaction: Transaction,
  { excessCents = 0, ...split }: Split & Partial<Reversed>,
): Promise<string | null> {
  const [inserted] = await record(tx, {
    provider: null,
    providerReference: null,
    reverses: null,
    subscriptionId: null,
    subscriberId: null,
    periodStart: null,
    periodEnd: null,
    commissionPercent: null,
    ...transaction,
    cash: totalReversed({ ...split, excessCents }),
    merchantFees: -split.merchantFeeCents,
    commission: -split.platformCents,
    share: -split.influencerCents,
    writeOffs: -excessCents,
  });
  return inserted?.id ?? null;
}
