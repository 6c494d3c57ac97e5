import { eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail, nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import type { LedgerAccount } from '#src/features/money/ledger/ledger.schema.ts';
import { chargeOfTransaction } from '#src/features/money/ledger/server/charge-of.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import {
  payoutLines,
  payouts,
  payoutTransitions,
} from '#src/features/money/payouts/server/payouts.table.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { jsonArray, jsonObject, type RowOf } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, type Listing } from '#src/platform/http/listing.ts';

const share = alias(ledgerAccounts, 'share');
const author = alias(users, 'author');
const approver = alias(users, 'approver');

const payoutWhere = (condition: SQL) =>
  sql`(select ${payouts.id} from ${payouts} where ${condition})`;

/** The payout that settles the transaction, or that it belongs to. */
const payoutOfTransaction = sql<string | null>`coalesce(
  (select ${payoutLines.payoutId} from ${payoutLines}
    where ${payoutLines.transactionId} = ${ledgerTransactions.id} and not ${payoutLines.isVoided}),
  ${payoutWhere(eq(payouts.madeTransactionId, ledgerTransactions.id))},
  ${payoutWhere(eq(payouts.paidTransactionId, ledgerTransactions.id))},
  ${payoutWhere(eq(payouts.reserveTransactionId, ledgerTransactions.id))},
  transition.payout_id,
  ${payoutWhere(eq(payouts.reserveTransactionId, ledgerTransactions.reverses))})`;

const ENTRY = {
  account: sql<LedgerAccount>`${ledgerAccounts.kind}`,
  amountCents: sql<number>`${ledgerEntries.amountCents}`,
};

const TRANSACTIONS = {
  columns: {
    id: ledgerTransactions.id,
    occurredAt: ledgerTransactions.occurredAt,
    recordedAt: ledgerTransactions.recordedAt,
    kind: ledgerTransactions.kind,
    influencer: sql<string | null>`case when ${share.kind} = 'influencer_share'
      then ${nameOrUnknown(profiles.fullName, share.payeeName)} end`,
    provider: ledgerTransactions.provider,
    providerReference: ledgerTransactions.providerReference,
    reverses: ledgerTransactions.reverses,
    chargeId: sql<string | null>`coalesce(${chargeOfTransaction}, ${corrections.chargeId})`,
    invoiceNumber: sql<string | null>`(select ${invoices.number} from ${invoices}
      where ${invoices.transactionId} = ${ledgerTransactions.id})`,
    payoutId: payoutOfTransaction,
    reason: sql<string | null>`coalesce(${corrections.reason}, transition.reason)`,
    author: nameOrEmail<string | null>(author),
    approver: nameOrEmail<string | null>(approver),
    entries: sql<RowOf<typeof ENTRY>[]>`(
      select ${jsonArray(jsonObject(ENTRY), sql`${ledgerAccounts.kind}`)}
      from ${ledgerEntries} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      where ${ledgerEntries.transactionId} = ${ledgerTransactions.id})`,
  },
  from: sql`${ledgerTransactions}
    join ${ledgerAccounts} ${share} on ${share.id} = ${ledgerTransactions.shareAccountId}
    left join ${profiles} on ${profiles.id} = ${share.influencerId}
    left join ${corrections} on ${corrections.transactionId} = ${ledgerTransactions.id}
    left join lateral (
      select ${payoutTransitions.payoutId}, ${payoutTransitions.reason}, ${payoutTransitions.by}
      from ${payoutTransitions}
      where ${payoutTransitions.transactionId} = ${ledgerTransactions.id}
        or ${payoutTransitions.feeTransactionId} = ${ledgerTransactions.id}
      order by ${payoutTransitions.sequence} limit 1) transition on true
    left join ${users} ${author} on ${author.id} = coalesce(${corrections.requestedBy}, transition.by)
    left join ${users} ${approver} on ${approver.id} = ${corrections.decidedBy}`,
  id: ledgerTransactions.id,
  sorts: { time: { by: ledgerTransactions.occurredAt, type: 'timestamptz' } },
} satisfies Listing<'time'>;

type Transaction = RowOf<typeof TRANSACTIONS.columns>;
type Entry = Omit<Transaction, 'entries'> & Transaction['entries'][number];

async function* readEntries(pool: Pool, month: string): AsyncGenerator<Entry[]> {
  const { from, to } = monthBounds(month);
  const where = [gte(ledgerTransactions.occurredAt, from), lt(ledgerTransactions.occurredAt, to)];
  for await (const page of listAll(pool, TRANSACTIONS, { where, sort: 'time' })) {
    yield page.flatMap(({ entries, ...transaction }) =>
      entries.map((entry) => ({ ...transaction, ...entry })),
    );
  }
}

/** All entries of a month (UTC) in the order of their transactions, as a file. */
export function exportLedgerEntries(pool: Pool, month: string) {
  return csvFile<Entry>(
    `ledger-entries-${month}.csv`,
    {
      Transaction: ({ id }) => id,
      'Time (UTC)': ({ occurredAt }) => occurredAt,
      'Recorded (UTC)': ({ recordedAt }) => recordedAt,
      Kind: ({ kind }) => kind,
      Account: ({ account }) => account,
      Influencer: ({ influencer }) => influencer,
      Amount: ({ amountCents }) => amountCents / 100,
      'Amount in Cents': ({ amountCents }) => amountCents,
      Currency: () => CURRENCY,
      Provider: ({ provider }) => provider,
      'Provider Reference': ({ providerReference }) => providerReference,
      Reverses: ({ reverses }) => reverses,
      Payment: ({ chargeId }) => chargeId,
      Receipt: ({ chargeId }) => chargeId && formatReceiptNumber(chargeId),
      Invoice: ({ invoiceNumber }) => invoiceNumber,
      Payout: ({ payoutId }) => payoutId,
      Reason: ({ reason }) => reason,
      Author: ({ author: name }) => name,
      'Approved By': ({ approver: name }) => name,
    },
    readEntries(pool, month),
  );
}
