import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { instant, primaryId } from '#src/platform/database/columns.ts';
import { disputes } from './disputes.table.ts';

/** Fans who cannot buy until somebody lifts the block, because of their dispute, or one about their card. */
export const purchaseBlocks = pgTable(
  'purchase_blocks',
  {
    id: primaryId(),
    fanId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    disputeId: uuid()
      .notNull()
      .references(() => disputes.id),
    blockedAt: instant().notNull().defaultNow(),
    /** Null while the fan is blocked. */
    liftedAt: instant(),
    /** Who lifted it; null if the dispute was won or withdrawn. */
    liftedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    liftReason: text(),
  },
  (table) => [
    unique('purchase_blocks_dispute_key').on(table.disputeId, table.fanId),
    index('purchase_blocks_fan_idx').on(table.fanId, table.liftedAt),
    check(
      'purchase_blocks_lifted_check',
      sql`num_nonnulls(${table.liftedAt}, ${table.liftReason}) in (0, 2)`,
    ),
  ],
);
