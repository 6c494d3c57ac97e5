import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/**
 * The subscriptions whose provider has to be brought to the state of their row, one row for each.
 * A change is open while it concerns anything.
 */
export const providerChanges = pgTable(
  'provider_changes',
  {
    subscriptionId: uuid()
      .primaryKey()
      .references(() => userSubscriptions.id, { onDelete: 'cascade' }),
    /** Counts the requests: only the newest one can be settled. */
    version: integer().notNull().default(1),
    /**
     * What the provider may not have yet: whether it renews or has ended, whether it is paused, and
     * the price of its renewals.
     */
    concernsRenewals: boolean().notNull().default(false),
    concernsPause: boolean().notNull().default(false),
    concernsPrice: boolean().notNull().default(false),
    /** Whether the newest request's caller calls the provider itself, and waits for the answer. */
    isCalling: boolean().notNull().default(false),
    /** Since when it is open. */
    requestedAt: instant().notNull().defaultNow(),
    /** When the call began that settled the renewals: the provider's earlier reports are outdated. */
    renewalsSettledAt: instant(),
  },
  (table) => [
    index('provider_changes_open_idx')
      .on(table.requestedAt)
      .where(sql`${table.concernsRenewals} or ${table.concernsPause} or ${table.concernsPrice}`),
  ],
);
