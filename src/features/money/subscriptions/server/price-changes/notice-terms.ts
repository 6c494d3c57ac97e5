import { sql, type SQL } from 'drizzle-orm';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { priceNotices } from '../price-notices.table.ts';

/** Since when the new price of a notice may be charged: no fan gets less notice than 30 days. */
export const startsAt: SQL<Date> =
  sql`greatest(${priceChanges.effectiveFrom}, ${priceNotices.noticedAt} + interval '720 hours')`.mapWith(
    priceChanges.effectiveFrom,
  ) as SQL<Date>;
