import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { priceNotices } from '../price-notices.table.ts';

const notice = alias(priceNotices, 'later_price');

/** The price of a subscription's period: what it was before the first later price. */
export function priceOfPeriod(
  subscription: { id: SQLWrapper; priceCents: SQLWrapper },
  periodStart: SQLWrapper,
): SQL<number> {
  return sql<number>`coalesce((
    select ${notice.oldPriceCents} from ${priceNotices} ${notice}
    where ${notice.subscriptionId} = ${subscription.id} and ${notice.appliesFrom} > ${periodStart}
    order by ${notice.appliesFrom} limit 1), ${subscription.priceCents})`;
}
