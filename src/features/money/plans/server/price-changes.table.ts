import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';

/**
 * The announcements that existing fans of a plan pay another price. Their terms are never changed (a
 * trigger). The plan has no foreign key: like subscriptions, they outlive it.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: uuid().notNull(),
    priceCents: integer().notNull(),
    /** Renewals from then on have the new price. */
    effectiveFrom: instant().notNull(),
    /** As the configuration demanded when it was announced. */
    needsConsent: boolean().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    calledOffAt: instant(),
    calledOffBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When every renewal that it concerns was over. */
    finishedAt: instant(),
  },
  (table) => [
    // Two changes of one plan never overlap.
    uniqueIndex('price_changes_open_key')
      .on(table.planId)
      .where(sql`${table.calledOffAt} is null and ${table.finishedAt} is null`),
    index('price_changes_plan_idx').on(table.planId, table.createdAt),
    check('price_changes_price_check', sql`${table.priceCents} > 0`),
    check(
      'price_changes_notice_check',
      sql`${table.effectiveFrom} >= ${table.createdAt} + interval '720 hours'`,
    ),
    check(
      'price_changes_end_check',
      sql`${table.calledOffAt} is null or (${table.finishedAt} is null and ${table.calledOffAt} < ${table.effectiveFrom})`,
    ),
  ],
);
