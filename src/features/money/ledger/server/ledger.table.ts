import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import {
  FULL_REVERSAL_KINDS,
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  PAYMENT_KINDS,
  REVERSAL_KINDS,
} from '../ledger.schema.ts';

const listOf = (kinds: readonly string[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '));

/** The accounts of the double-entry ledger; those of the platform exist from the start. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** The influencer whose share it is; null after deletion: ledger accounts are never deleted. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** The influencer's name and address at the time of deletion. */
    payeeName: text(),
    payeeEmail: text(),
  },
  (table) => [
    uniqueIndex('ledger_accounts_influencer_key').on(table.influencerId),
    uniqueIndex('ledger_accounts_house_key')
      .on(table.kind)
      .where(sql`${table.kind} <> 'influencer_share'`),
    // For the search of the payments for deleted influencers.
    index('ledger_accounts_payee_idx').using(
      'gin',
      table.payeeName.op('gin_trgm_ops'),
      table.payeeEmail.op('gin_trgm_ops'),
    ),
    oneOf('ledger_accounts_kind_check', table.kind, LEDGER_ACCOUNTS),
    check(
      'ledger_accounts_holder_check',
      sql`${table.influencerId} is null or ${table.kind} = 'influencer_share'`,
    ),
  ],
);

/**
 * Events that move money, each with two or more entries; neither is ever changed. Fans and
 * subscriptions have no foreign key: they can be deleted, payments cannot.
 */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: primaryId(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    occurredAt: instant().notNull(),
    recordedAt: instant().notNull().defaultNow(),
    /** The influencer share that the transaction changes. */
    shareAccountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id),
    /** The provider, and its id of the payment, refund or dispute. */
    provider: text(),
    providerReference: text(),
    /** The reversed transaction, such as a charge, or the dispute that was won. */
    reverses: uuid().references((): AnyPgColumn => ledgerTransactions.id),
    subscriptionId: uuid(),
    subscriberId: uuid(),
    /** The period that a charge pays for. */
    periodStart: instant(),
    periodEnd: instant(),
    commissionPercent: numeric({ precision: 5, scale: 2, mode: 'number' }),
  },
  (table) => [
    uniqueIndex('ledger_transactions_provider_key').on(
      table.provider,
      table.kind,
      table.providerReference,
    ),
    // For the search.
    index('ledger_transactions_reference_idx').on(table.providerReference),
    index('ledger_transactions_share_idx').on(table.shareAccountId, table.occurredAt, table.id),
    // Few among the payments of a share.
    index('ledger_transactions_other_idx')
      .on(table.shareAccountId)
      .where(sql`${table.kind} not in (${listOf(PAYMENT_KINDS)})`),
    index('ledger_transactions_subscriber_idx').on(table.subscriberId, table.occurredAt, table.id),
    index('ledger_transactions_subscription_idx').on(table.subscriptionId, table.periodStart),
    index('ledger_transactions_reverses_idx').on(table.reverses),
    uniqueIndex('ledger_transactions_reversed_key')
      .on(table.reverses)
      .where(sql`${table.kind} in (${listOf(FULL_REVERSAL_KINDS)})`),
    index('ledger_transactions_newest_idx').on(table.occurredAt, table.id),
    // The newest payments, even after a run that made a payout for everybody.
    index('ledger_transactions_charges_idx')
      .on(table.occurredAt, table.id)
      .where(sql`${table.kind} = 'charge'`),
    // For the documents of what was recorded lately: costs new transactions next to nothing.
    index('ledger_transactions_recorded_idx').using('brin', table.recordedAt),
    // For the totals of payouts.
    index('ledger_transactions_returned_idx')
      .on(table.reverses)
      .where(sql`${table.kind} = 'payout_returned'`),
    oneOf('ledger_transactions_kind_check', table.kind, LEDGER_KINDS),
    check(
      'ledger_transactions_charge_check',
      sql`case when ${table.kind} = 'charge'
        then num_nulls(${table.provider}, ${table.providerReference}, ${table.subscriptionId}, ${table.subscriberId}, ${table.periodStart}, ${table.periodEnd}, ${table.commissionPercent}) = 0
          and ${table.periodEnd} > ${table.periodStart}
        else num_nonnulls(${table.periodStart}, ${table.periodEnd}, ${table.commissionPercent}) = 0 end`,
    ),
    check(
      'ledger_transactions_reverses_check',
      sql`(${table.reverses} is not null) = (${table.kind} in (${listOf(REVERSAL_KINDS)}))`,
    ),
  ],
);

/** The lines of the transactions; a database trigger requires those of each to add up to zero. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Positive is a debit, negative a credit. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** Copied from the transaction, so that sums over a time need no join. */
    occurredAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.accountId] }),
    index('ledger_entries_account_idx').on(table.accountId, table.occurredAt, table.amountCents),
    check('ledger_entries_amount_check', sql`${table.amountCents} <> 0`),
  ],
);

/**
 * Sums of the entries by month (UTC) and kinds, maintained by a trigger, for platform-wide figures.
 * Each is spread over several rows, so that concurrent payments do not wait for each other.
 */
export const ledgerTotals = pgTable(
  'ledger_totals',
  {
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    shard: smallint().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    entries: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.kind, table.month, table.shard] })],
);
