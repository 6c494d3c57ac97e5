import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { instant, oneOf } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import { TAX_FORMS } from '../tax-details.schema.ts';
import { versionColumns, versionConstraints } from './payee-versions.table.ts';

/**
 * The versions of the tax details of influencers. The last confirmed one of a payee outlives the
 * influencer with the payouts that it explains.
 */
export const taxDetails = pgTable(
  'tax_details',
  {
    ...versionColumns(),
    influencerId: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
    form: text({ enum: TAX_FORMS }).notNull(),
    legalName: text().notNull(),
    country: text().notNull(),
    /** The last four characters of the tax number; null without one. */
    lastFour: text(),
    /** When the payee signed the form, or certified the details. */
    certifiedOn: date({ mode: 'string' }).notNull(),
    /** Since the deletion of the influencer, whose share it explains. */
    shareAccountId: integer().references(() => ledgerAccounts.id),
    retainedSince: instant(),
  },
  (table) => [
    ...versionConstraints('tax_details', table),
    index('tax_details_share_idx').on(table.shareAccountId),
    index('tax_details_retained_idx').on(table.retainedSince),
    oneOf('tax_details_form_check', table.form, TAX_FORMS),
    check(
      'tax_details_retained_check',
      sql`(${table.influencerId} is null) = (${table.retainedSince} is not null)
        and (${table.shareAccountId} is null) = (${table.retainedSince} is null)`,
    ),
  ],
);

export const TAX_DETAILS: SealedColumn = {
  column: taxDetails.sealed,
  id: taxDetails.id,
  purpose: 'tax details v1',
};
