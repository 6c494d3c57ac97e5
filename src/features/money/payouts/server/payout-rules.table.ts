import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  integer,
  numeric,
  pgTable,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { primaryId, updatedAt } from '#src/platform/database/columns.ts';
import {
  HOLD_DAYS_MAXIMUM,
  MINIMUM_PAYOUT_MAXIMUM_CENTS,
  RESERVE_DAYS_MAXIMUM,
  RESERVE_PERCENT_MAXIMUM,
} from '../payout-rules.schema.ts';

/** The rules of payouts: one row without an influencer for all, and what differs for some. */
export const payoutRules = pgTable(
  'payout_rules',
  {
    id: primaryId(),
    influencerId: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
    holdDays: integer(),
    minimumCents: bigint({ mode: 'number' }),
    reservePercent: numeric({ precision: 5, scale: 2, mode: 'number' }),
    reserveDays: integer(),
    needsApproval: boolean(),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payout_rules_influencer_key').on(table.influencerId).nullsNotDistinct(),
    check(
      'payout_rules_default_check',
      sql`case when ${table.influencerId} is null
        then num_nulls(${table.holdDays}, ${table.minimumCents}, ${table.reservePercent}, ${table.reserveDays}, ${table.needsApproval}) = 0
        else ${table.needsApproval} is null end`,
    ),
    check(
      'payout_rules_range_check',
      sql`${table.holdDays} between 0 and ${sql.raw(String(HOLD_DAYS_MAXIMUM))}
        and ${table.minimumCents} between 0 and ${sql.raw(String(MINIMUM_PAYOUT_MAXIMUM_CENTS))}
        and ${table.reservePercent} between 0 and ${sql.raw(String(RESERVE_PERCENT_MAXIMUM))}
        and ${table.reserveDays} between 0 and ${sql.raw(String(RESERVE_DAYS_MAXIMUM))}`,
    ),
  ],
);
