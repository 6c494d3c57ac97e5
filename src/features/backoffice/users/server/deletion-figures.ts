import { inArray, sql } from 'drizzle-orm';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { OWED_STATUSES } from '#src/features/money/payouts/payouts.schema.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { favorites } from '#src/features/storefront/marketplace/server/favorites.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { DeletionFigures } from '../users.schema.ts';

/** Counts the data of a user as fan and as influencer: what a deletion removes and retains. */
export async function countForDeletion(db: Db, userId: string): Promise<DeletionFigures> {
  const isLive = sql`status <> 'cancelled'`;
  const renews = sql`status in ('active', 'past_due') and cancel_at is null`;
  const isPending = inArray(payouts.status, OWED_STATUSES);
  const { rows } = await db.execute<DeletionFigures>(sql`
    select bought.*, sold.*, posts.*, due.*,
      (select count(*)::int from ${ledgerTransactions}
        where ${ledgerTransactions.subscriberId} = ${userId} and ${ledgerTransactions.kind} = 'charge') as "payments",
      (select count(*)::int from ${postViews} where ${postViews.subscriberId} = ${userId}) as "views",
      (select count(*)::int from ${postNotifications} where ${postNotifications.subscriberId} = ${userId}) as "notifications",
      (select count(*)::int from ${favorites} where ${favorites.subscriberId} = ${userId}) as "favorites",
      (select count(*)::int from ${contactMessages} where ${contactMessages.influencerId} is null
        and lower(${contactMessages.email}) =
          (select ${users.email} from ${users} where ${users.id} = ${userId})) as "messages",
      (select count(*)::int from ${contactMessages}
        where ${contactMessages.influencerId} = ${userId}) as "agencyMessages",
      (select count(*)::int from ${contentMedia}
        join ${contentPosts} on ${contentPosts.id} = ${contentMedia.postId}
        where ${contentPosts.influencerId} = ${userId}) as "files",
      (select count(*)::int from ${tasks} where ${tasks.assignedTo} = ${userId}) as "tasks",
      (select count(*)::int from ${personNotes} where ${personNotes.personId} = ${userId}) as "notes",
      (select coalesce(-sum(${ledgerEntries.amountCents}), 0)::float8 from ${ledgerEntries}
        join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
        where ${ledgerAccounts.influencerId} = ${userId}) as "balanceCents"
    from
      (select count(*)::int as "subscriptions", (count(*) filter (where ${isLive}))::int as "liveSubscriptions",
        (count(*) filter (where ${renews}))::int as "renewals",
        (coalesce(sum(price_cents) filter (where ${renews}), 0))::float8 as "renewalCents"
        from ${userSubscriptions} where ${userSubscriptions.subscriberId} = ${userId}) bought,
      (select count(*)::int as "liveFans" from ${userSubscriptions}
        where ${userSubscriptions.influencerId} = ${userId} and ${isLive}) sold,
      (select (count(*) filter (where published_at is not null))::int as "posts",
        (count(*) filter (where published_at is null))::int as "drafts"
        from ${contentPosts} where ${contentPosts.influencerId} = ${userId}) posts,
      (select (count(*) filter (where ${isPending}))::int as "pendingPayouts",
        (coalesce(sum(net_payout_cents) filter (where ${isPending}), 0))::float8 as "pendingPayoutCents"
        from ${payouts} where ${payouts.influencerId} = ${userId}) due`);
  return rows[0]!;
}
