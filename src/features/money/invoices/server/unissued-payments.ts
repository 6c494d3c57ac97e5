import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { invoices, taxResidences } from './invoices.table.ts';

const transaction = alias(ledgerTransactions, 'transaction');
const reversed = alias(ledgerTransactions, 'reversed');
const charge = alias(ledgerTransactions, 'charge');
const influencer = alias(profiles, 'influencer');

const hasNoInvoice = sql`not exists (
  select from ${invoices} where ${invoices.transactionId} = ${transaction.id})`;

const networkCountry = sql<string | null>`(
  select ${sessions.country} from ${sessions}
  where ${sessions.userId} = ${transaction.subscriberId} and ${sessions.country} is not null
  order by ${sessions.createdAt} desc limit 1)`;

type Range = {
  /** Only what occurred until then. */
  until: Date;
  /** Only what was recorded since then; everything if undefined. */
  since: Date | undefined;
  limit: number;
};

/** Payments and their changes that have no document yet, the oldest first. */
export function listUnissuedPayments(tx: Db, { until, since, limit }: Range) {
  return tx
    .select({
      id: transaction.id,
      // The condition admits no other.
      kind: sql<(typeof PAYMENT_KINDS)[number]>`${transaction.kind}`,
      occurredAt: transaction.occurredAt,
      amountCents: cashAmount(transaction.id),
      chargeId: charge.id,
      // A charge has all of them.
      subscriberId: sql<string>`${charge.subscriberId}`,
      provider: sql<string>`${charge.provider}`,
      paymentId: sql<string>`${charge.providerReference}`,
      periodStart: charge.periodStart,
      periodEnd: charge.periodEnd,
      influencerName: nameOrUnknown(influencer.fullName, ledgerAccounts.payeeName),
      fanName: sql<string | null>`nullif(btrim(${profiles.fullName}), '')`,
      fanEmail: users.email,
      statedCountry: taxResidences.country,
      networkCountry,
    })
    .from(transaction)
    .leftJoin(reversed, eq(reversed.id, transaction.reverses))
    .innerJoin(
      charge,
      eq(charge.id, sql`coalesce(${reversed.reverses}, ${reversed.id}, ${transaction.id})`),
    )
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, transaction.shareAccountId))
    .leftJoin(influencer, eq(influencer.id, ledgerAccounts.influencerId))
    .leftJoin(users, eq(users.id, charge.subscriberId))
    .leftJoin(profiles, eq(profiles.id, charge.subscriberId))
    .leftJoin(taxResidences, eq(taxResidences.userId, charge.subscriberId))
    .where(
      and(
        inArray(transaction.kind, [...PAYMENT_KINDS]),
        lte(transaction.occurredAt, until),
        since && gte(transaction.recordedAt, since),
        hasNoInvoice,
      ),
    )
    .orderBy(transaction.occurredAt, transaction.id)
    .limit(limit);
}

export type UnissuedPayment = Awaited<ReturnType<typeof listUnissuedPayments>>[number];
