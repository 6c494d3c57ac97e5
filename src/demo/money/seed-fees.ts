import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Seed } from '#src/demo/seed-context.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { recordFees } from '#src/features/money/reconciliation/server/record-fees.ts';

const PROVIDER = 'sandbox';
/** What a payment usually costs. */
const FEE_PERCENT = 2.9;
const FEE_FIXED_CENTS = 30;

const cash = alias(ledgerAccounts, 'cash');

/** What the provider charged for each payment, as a comparison records it. */
export async function seedFees({ db, now }: Seed): Promise<void> {
  const charges = await db
    .select({
      reference: ledgerTransactions.providerReference,
      occurredAt: ledgerTransactions.occurredAt,
      amountCents: ledgerEntries.amountCents,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(cash, and(eq(cash.id, ledgerEntries.accountId), eq(cash.kind, 'cash')))
    .where(and(eq(ledgerTransactions.kind, 'charge'), eq(ledgerTransactions.provider, PROVIDER)))
    .orderBy(asc(ledgerTransactions.occurredAt));
  const since = charges[0]!.occurredAt;
  const fees = charges.map(({ reference, occurredAt, amountCents }) => ({
    kind: 'provider_fee' as const,
    reference: `${reference}_fee`,
    paymentReference: reference,
    amountCents: Math.round((amountCents * FEE_PERCENT) / 100) + FEE_FIXED_CENTS,
    currency: 'usd',
    occurredAt,
  }));
  const listed = { since, listFees: async () => ({ fees, next: null }) };
  await recordFees(db, { provider: PROVIDER, from: since, until: now }, listed);
}
