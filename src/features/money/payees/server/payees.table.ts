import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import {
  ACCOUNT_CURRENCIES,
  ACCOUNT_KINDS,
  HOLDER_KINDS,
  VERSION_STATUSES,
} from '../payees.schema.ts';

/** The versions of the bank details of influencers. A version never changes, only its status. */
export const bankDetails = pgTable(
  'bank_details',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    holderName: text().notNull(),
    holderKind: text({ enum: HOLDER_KINDS }).notNull(),
    country: text().notNull(),
    currency: text({ enum: ACCOUNT_CURRENCIES }).notNull(),
    lastFour: text().notNull(),
    /** All details with their numbers as JSON, sealed for the version. */
    sealed: text().notNull(),
    status: text({ enum: VERSION_STATUSES }).notNull().default('proposed'),
    proposedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    proposedAt: instant().notNull().defaultNow(),
    /** Who confirmed, declined or withdrew the proposal. */
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** Why it was declined. */
    reason: text(),
  },
  (table) => [
    uniqueIndex('bank_details_proposed_key')
      .on(table.influencerId)
      .where(sql`${table.status} = 'proposed'`),
    uniqueIndex('bank_details_confirmed_key')
      .on(table.influencerId)
      .where(sql`${table.status} = 'confirmed'`),
    index('bank_details_influencer_idx').on(table.influencerId, table.proposedAt),
    oneOf('bank_details_kind_check', table.kind, ACCOUNT_KINDS),
    oneOf('bank_details_holder_kind_check', table.holderKind, HOLDER_KINDS),
    oneOf('bank_details_currency_check', table.currency, ACCOUNT_CURRENCIES),
    oneOf('bank_details_status_check', table.status, VERSION_STATUSES),
    check(
      'bank_details_decided_check',
      sql`(${table.status} = 'proposed') = (${table.decidedAt} is null)`,
    ),
    // Null after the deletion of a user.
    check(
      'bank_details_by_two_people',
      sql`${table.status} not in ('confirmed', 'replaced') or ${table.proposedBy} <> ${table.decidedBy}`,
    ),
    check(
      'bank_details_declined_with_reason',
      sql`(${table.status} = 'declined') = (${table.reason} is not null)`,
    ),
  ],
);

export const BANK_DETAILS: SealedColumn = {
  column: bankDetails.sealed,
  id: bankDetails.id,
  purpose: 'bank details v1',
};
