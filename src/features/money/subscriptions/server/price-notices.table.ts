import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { instant, oneOf } from '#src/platform/database/columns.ts';
import { PRICE_ANSWERS } from '../price-notice.schema.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** Each fan's notice of a price change, the fan's answer, and when the new price applies. */
export const priceNotices = pgTable(
  'price_notices',
  {
    priceChangeId: uuid()
      .notNull()
      .references(() => priceChanges.id),
    subscriptionId: uuid()
      .notNull()
      .references(() => userSubscriptions.id, { onDelete: 'cascade' }),
    oldPriceCents: integer().notNull(),
    /** When its mail was queued. */
    noticedAt: instant().notNull(),
    answer: text({ enum: PRICE_ANSWERS }),
    answeredAt: instant(),
    /** When the subscription got the new price, and the start of the first period that has it. */
    appliedAt: instant(),
    appliesFrom: instant(),
    /** When the fan was notified that the change was called off. */
    withdrawnAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.priceChangeId, table.subscriptionId] }),
    index('price_notices_subscription_idx').on(table.subscriptionId, table.appliesFrom),
    index('price_notices_newest_idx').on(table.noticedAt, table.subscriptionId),
    index('price_notices_open_idx')
      .on(table.priceChangeId)
      .where(sql`${table.appliedAt} is null and ${table.withdrawnAt} is null`),
    oneOf('price_notices_answer_check', table.answer, PRICE_ANSWERS),
    check(
      'price_notices_answered_check',
      sql`(${table.answer} is null) = (${table.answeredAt} is null)`,
    ),
    // Nobody pays a new price without having known about it for 30 days.
    check(
      'price_notices_applied_check',
      sql`(${table.appliedAt} is null) = (${table.appliesFrom} is null)
        and ${table.appliesFrom} >= ${table.noticedAt} + interval '720 hours'`,
    ),
    check(
      'price_notices_withdrawn_check',
      sql`${table.withdrawnAt} is null or ${table.appliedAt} is null`,
    ),
  ],
);
