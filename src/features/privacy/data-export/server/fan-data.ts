import { sql } from 'drizzle-orm';
import { postMails } from '#src/features/content/notifications/server/post-mails.table.ts';
import { mediaNetworks, mediaUse } from '#src/features/content/posts/server/media-use.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import { invoices, taxResidences } from '#src/features/money/invoices/server/invoices.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { checkouts, providerCustomers } from '#src/features/money/payments/server/billing.table.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { favorites } from '#src/features/storefront/marketplace/server/favorites.table.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';
import type { PersonalData } from './exported-rows.ts';

/** Everything that is stored about what a fan buys, likes and views. */
export const FAN_DATA: PersonalData[] = [
  { name: 'favorites', column: favorites.subscriberId },
  {
    name: 'subscriptions',
    column: userSubscriptions.subscriberId,
    from: sql`
      (select ${userSubscriptions}.*, (
        select jsonb_agg(to_jsonb(${priceNotices}) - 'subscription_id'
          order by ${priceNotices.noticedAt})
        from ${priceNotices} where ${priceNotices.subscriptionId} = ${userSubscriptions.id}
      ) as price_notices, (
        select jsonb_agg(jsonb_build_object('subject', ${sentMails.subject}, 'accepted_at', ${sentMails.acceptedAt})
          order by ${sentMails.acceptedAt})
        from ${sentMails} where ${sentMails.recordId} = ${userSubscriptions.id}
      ) as mails from ${userSubscriptions}) as ${userSubscriptions}`,
  },
  { name: 'checkouts', column: checkouts.subscriberId },
  { name: 'payment-customers', column: providerCustomers.subscriberId },
  {
    name: 'payments',
    column: ledgerTransactions.subscriberId,
    from: sql`
      (select ${ledgerTransactions}.*, (
        select ${ledgerEntries.amountCents} from ${ledgerEntries}
        join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
        where ${ledgerEntries.transactionId} = ${ledgerTransactions.id} and ${ledgerAccounts.kind} = 'cash'
      ) as amount_cents from ${ledgerTransactions}) as ${ledgerTransactions}`,
  },
  { name: 'tax-residence', column: taxResidences.userId },
  {
    name: 'invoices',
    column: invoices.subscriberId,
    omitted: ['transaction_id', 'prefix', 'year', 'sequence'],
  },
  { name: 'purchase-blocks', column: purchaseBlocks.fanId, omitted: ['lifted_by'] },
  { name: 'viewed-posts', column: postViews.subscriberId },
  { name: 'media-use', column: mediaUse.userId, omitted: ['hour_files'] },
  { name: 'media-networks', column: mediaNetworks.userId },
  { name: 'post-notifications', column: postNotifications.subscriberId },
  { name: 'post-mails', column: postMails.subscriberId },
];
