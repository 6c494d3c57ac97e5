import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { jsonObject, type SelectionOf } from '#src/platform/database/statement.ts';
import type { upcomingPriceSchema } from '../../price-notice.schema.ts';
import { priceNotices } from '../price-notices.table.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { startsAt } from './notice-terms.ts';

type Upcoming = z.input<typeof upcomingPriceSchema>;

/** The new price that waits for a renewing row of `user_subscriptions`; null without one. */
export const upcomingPrice = sql<Upcoming | null>`(
  select ${jsonObject({
    priceChangeId: sql<string>`${priceChanges.id}`,
    newPriceCents: sql<number>`${priceChanges.priceCents}`,
    startsAt,
    needsConsent: sql<boolean>`${priceChanges.needsConsent}`,
    isAccepted: sql<boolean>`${priceNotices.answer} is not distinct from 'accepted'`,
  } satisfies SelectionOf<Upcoming>)}
  from ${priceNotices} join ${priceChanges} on ${priceChanges.id} = ${priceNotices.priceChangeId}
  where ${priceNotices.subscriptionId} = ${userSubscriptions.id}
    and ${priceNotices.appliedAt} is null and ${priceNotices.withdrawnAt} is null
    and ${priceChanges.calledOffAt} is null and ${priceChanges.finishedAt} is null
    and ${userSubscriptions.status} <> 'cancelled' and ${userSubscriptions.cancelAt} is null
  limit 1)`;
