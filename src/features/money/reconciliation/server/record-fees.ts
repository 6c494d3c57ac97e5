import { sql } from 'drizzle-orm';
import type { LedgerAccount } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { ListedFees, ProviderFee } from '#src/features/money/payments/server/provider-fees.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Comparison } from './compare-records.ts';
import { listPages } from './list-pages.ts';

/** The fees that a run recorded, and why it did not record all. */
type RecordedFees = { feesRecorded: number; feeCents: number; feesError: string | null };

/**
 * Records what a provider charged in the compared time, each fee once. What a provider that fails did
 * not list is left for the next run, as consecutive runs overlap.
 */
export async function recordFees(
  db: Db,
  { provider, from, until }: Pick<Comparison, 'provider' | 'from' | 'until'>,
  { since, listFees }: ListedFees,
): Promise<RecordedFees> {
  const range = { from: new Date(Math.max(from.getTime(), since.getTime())), to: until };
  const recorded = { feesRecorded: 0, feeCents: 0 };
  if (range.from >= until) return { ...recorded, feesError: null };
  try {
    for await (const { fees } of listPages((cursor) => listFees(range, cursor))) {
      requireDollars(fees);
      const { count, cents } = await recordPage(db, provider, fees);
      recorded.feesRecorded += count;
      recorded.feeCents += cents;
    }
    return { ...recorded, feesError: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...recorded, feesError: error.message };
  }
}

/** The ledger has one currency. */
function requireDollars(fees: ProviderFee[]): void {
  const other = fees.find(({ currency }) => currency !== 'usd');
  if (!other) return;
  const currency = other.currency.toUpperCase();
  const message = `Fees in ${currency} are not recorded: the ledger is in US dollars.`;
  throw new DomainError('not-supported', message);
}

const accountOf = (kind: LedgerAccount) =>
  sql`(select ${ledgerAccounts.id} from ${ledgerAccounts} where ${ledgerAccounts.kind} = ${sql.raw(`'${kind}'`)})`;

/**
 * Records a page of fees. A fee belongs to the share of its payment, so that it counts for that
 * influencer; one of a payment that is not in the ledger yet waits for a later run.
 */
async function recordPage(
  db: Db,
  provider: string,
  fees: ProviderFee[],
): Promise<{ count: number; cents: number }> {
  const { rows } = await db.execute<{ count: number; cents: number }>(sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as fee (kind text, reference text,
        "paymentReference" text, "amountCents" bigint, "occurredAt" timestamptz)
    ), recorded as (
      insert into ${ledgerTransactions} (kind, occurred_at, share_account_id, provider, provider_reference)
      select listed.kind, listed."occurredAt", coalesce(share.id, ${accountOf('provider_fees')}), ${provider}, listed.reference
      from listed
      left join ${ledgerTransactions} charge on charge.kind = 'charge' and charge.provider = ${provider}
        and charge.provider_reference = listed."paymentReference"
      left join ${ledgerAccounts} share on share.id = charge.share_account_id and share.kind = 'influencer_share'
      where listed."paymentReference" is null or charge.id is not null
      on conflict (provider, kind, provider_reference) do nothing
      returning id, kind, provider_reference, occurred_at
    ), entered as (
      insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, occurred_at)
      select recorded.id, part.account_id, part.amount_cents, recorded.occurred_at
      from recorded join listed on listed.kind = recorded.kind and listed.reference = recorded.provider_reference
      cross join lateral (values
        (${accountOf('provider_fees')}, listed."amountCents"), (${accountOf('cash')}, -listed."amountCents")
      ) part (account_id, amount_cents)
      returning account_id, amount_cents
    )
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::float8 as cents
    from entered where account_id = ${accountOf('provider_fees')}`);
  return rows[0]!;
}
