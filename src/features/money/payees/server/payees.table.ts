import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { oneOf } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import { ACCOUNT_CURRENCIES, ACCOUNT_KINDS, HOLDER_KINDS } from '../payees.schema.ts';
import { versionColumns, versionConstraints } from './payee-versions.table.ts';

/** The versions of the bank details of influencers. */
export const bankDetails = pgTable(
  'bank_details',
  {
    ...versionColumns(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    holderName: text().notNull(),
    holderKind: text({ enum: HOLDER_KINDS }).notNull(),
    country: text().notNull(),
    currency: text({ enum: ACCOUNT_CURRENCIES }).notNull(),
    lastFour: text().notNull(),
  },
  (table) => [
    ...versionConstraints('bank_details', table),
    oneOf('bank_details_kind_check', table.kind, ACCOUNT_KINDS),
    oneOf('bank_details_holder_kind_check', table.holderKind, HOLDER_KINDS),
    oneOf('bank_details_currency_check', table.currency, ACCOUNT_CURRENCIES),
  ],
);

export const BANK_DETAILS: SealedColumn = {
  column: bankDetails.sealed,
  id: bankDetails.id,
  purpose: 'bank details v1',
};
