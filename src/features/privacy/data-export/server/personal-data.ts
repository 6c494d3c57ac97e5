import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { applicationQuestions } from '#src/features/agency/applications/server/application-questions.table.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postMails } from '#src/features/content/notifications/server/post-mails.table.ts';
import { applicationPictures } from '#src/features/content/portfolios/server/application-pictures.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import {
  influencerContent,
  postViews,
} from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { knownDevices } from '#src/features/identity/auth/server/known-devices.table.ts';
import { emailConfirmations } from '#src/features/identity/email-addresses/server/email-confirmations.table.ts';
import { mailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.table.ts';
import { passkeys } from '#src/features/identity/second-factor/server/passkeys.table.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { specialData } from '#src/features/identity/special-data/server/special-data.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import { tagsOf } from '#src/features/identity/tags/server/tags.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import { invoices, taxResidences } from '#src/features/money/invoices/server/invoices.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { checkouts, providerCustomers } from '#src/features/money/payments/server/billing.table.ts';
import { payoutDocuments } from '#src/features/money/payouts/server/payout-documents.table.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { favorites } from '#src/features/storefront/marketplace/server/favorites.table.ts';
import { agreementNotices } from '#src/features/trust/agreements/server/agreement-notices.table.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { removedWorks } from '#src/features/trust/record-index/server/removed-works.table.ts';
import { accountDecisions } from '#src/features/trust/strikes/server/strikes.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import {
  taskDecisions,
  taskFileComments,
  taskRoundFiles,
  taskRounds,
} from '#src/features/work/tasks/server/task-history.table.ts';
import { taskNotifications } from '#src/features/work/tasks/server/task-notifications.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';

/** Rows about a person, as JSON by the names of their columns. */
export type PersonalData = {
  /** The name of the file in the archive. */
  name: string;
  /** The column that leads from the rows to the person. */
  column: PgColumn;
  /** Columns that are secret, or about somebody else. */
  omitted?: string[];
  /** What to select from, under the name of the table, if it is more than the table. */
  from?: SQL;
  /** Which rows are about a user, if the column alone does not say. */
  where?: (userId: string) => SQL;
};

// Which colleague looks after a record.
const OWNER = ['owned_by', 'assigned_to_owner_at'];
const COUNTERSIGNER = ['countersigned_by', 'countersigned_address', 'countersigned_user_agent'];

/** The comments of the back office on a record, without who wrote them. */
const commentsOn = (column: PgColumn, recordId: PgColumn): SQL => sql`(
  select jsonb_agg(jsonb_build_object('text', ${comments.text}, 'created_at', ${comments.createdAt})
    order by ${comments.createdAt})
  from ${comments} where ${column} = ${recordId})`;

/** Everything that is stored about a person; a test holds it to the columns of the database. */
export const PERSONAL_DATA: PersonalData[] = [
  { name: 'account', column: users.id },
  { name: 'profile', column: profiles.id, omitted: ['version', 'profile_photo_s3_key', ...OWNER] },
  { name: 'role', column: userRoles.userId },
  { name: 'sessions', column: sessions.userId, omitted: ['token', 'viewing_as', 'viewing_until'] },
  {
    name: 'viewed-by-our-team',
    column: auditEntries.entityId,
    omitted: ['entity_id'],
    from: sql`
      (select ${auditEntries.at}, ${auditEntries.after} ->> 'reason' as reason, ${auditEntries.entityId}
      from ${auditEntries}
      where ${auditEntries.entity} = 'profiles' and ${auditEntries.action} = 'viewed-as'
      ) as ${auditEntries}`,
  },
  { name: 'known-devices', column: knownDevices.userId, omitted: ['device_hash'] },
  { name: 'email-addresses', column: emailConfirmations.userId },
  { name: 'second-factor', column: secondFactors.userId, omitted: ['secret', 'last_step'] },
  { name: 'special-data-consent', column: specialData.userId, omitted: ['sealed'] },
  {
    name: 'passkeys',
    column: passkeys.userId,
    omitted: ['credential_id', 'public_key', 'counter'],
  },
  { name: 'mail-preferences', column: mailPreferences.userId },
  { name: 'photo', column: avatars.userId, omitted: ['s3_key'] },
  { name: 'favorites', column: favorites.subscriberId },
  {
    name: 'subscriptions',
    column: userSubscriptions.subscriberId,
    from: sql`
      (select ${userSubscriptions}.*, (
        select jsonb_agg(to_jsonb(${priceNotices}) - 'subscription_id'
          order by ${priceNotices.noticedAt})
        from ${priceNotices} where ${priceNotices.subscriptionId} = ${userSubscriptions.id}
      ) as price_notices from ${userSubscriptions}) as ${userSubscriptions}`,
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
  { name: 'viewed-posts', column: postViews.subscriberId },
  { name: 'post-notifications', column: postNotifications.subscriberId },
  { name: 'post-mails', column: postMails.subscriberId },
  {
    name: 'applications',
    column: influencerApplications.influencerId,
    omitted: ['fingerprint', 'reviewed_by', ...OWNER],
    from: sql`
      (select ${influencerApplications}.*, (
        select jsonb_agg(to_jsonb(${applicationQuestions}) - 'author')
        from ${applicationQuestions}
        where ${applicationQuestions.applicationId} = ${influencerApplications.id}
      ) as questions, (
        select jsonb_agg(jsonb_build_object('file_name', ${applicationPictures.fileName},
          'created_at', ${applicationPictures.createdAt}) order by ${applicationPictures.createdAt})
        from ${applicationPictures}
        where ${applicationPictures.applicationId} = ${influencerApplications.id}
      ) as photos, ${commentsOn(comments.applicationId, influencerApplications.id)} as comments,
      ${tagsOf('application', influencerApplications.id)} as tags
      from ${influencerApplications}) as ${influencerApplications}`,
  },
  { name: 'purchase-blocks', column: purchaseBlocks.fanId, omitted: ['lifted_by'] },
  { name: 'notes', column: personNotes.personId, omitted: ['created_by'] },
  { name: 'agreements', column: influencerAgreements.influencerId, omitted: ['created_by'] },
  {
    name: 'identity-record',
    column: performers.influencerId,
    // Records of co-performers are about somebody else.
    where: (userId) =>
      sql`${performers.influencerId} = ${userId} and ${performers.kind} = 'influencer'`,
    omitted: ['created_by', 'hold_reason', 'version'],
  },
  { name: 'removed-works', column: removedWorks.influencerId },
  {
    name: 'consents',
    column: consents.influencerId,
    // Those of co-performers are about somebody else.
    where: (userId) => sql`${consents.performerId} in (select ${performers.id} from ${performers}
      where ${performers.influencerId} = ${userId} and ${performers.kind} = 'influencer')`,
    omitted: ['recorded_by', 'withdrawn_by', 'note'],
  },
  {
    name: 'signed-agreements',
    column: signedAgreements.influencerId,
    // Releases of the people in their posts are about somebody else.
    where: (userId) =>
      sql`${signedAgreements.influencerId} = ${userId} and ${signedAgreements.kind} = 'creator-agreement'`,
    omitted: [...COUNTERSIGNER, 'terminated_by'],
  },
  { name: 'agreement-notices', column: agreementNotices.influencerId },
  { name: 'tags', column: recordTags.personId, omitted: ['application_id', 'task_id'] },
  {
    name: 'plans',
    column: subscriptionPlans.influencerId,
    from: sql`
      (select ${subscriptionPlans}.*, (
        select jsonb_agg(to_jsonb(${commissionRates}) - 'created_by' - 'reason'
          order by ${commissionRates.effectiveFrom})
        from ${commissionRates} where ${commissionRates.planId} = ${subscriptionPlans.id}
      ) as commissions from ${subscriptionPlans}) as ${subscriptionPlans}`,
  },
  {
    name: 'bank-details',
    column: bankDetails.influencerId,
    // The last four digits are enough to recognize an account.
    omitted: ['sealed', 'proposed_by', 'decided_by'],
  },
  {
    name: 'tax-details',
    column: taxDetails.influencerId,
    // The newest ones are exported in full, but for the number.
    omitted: ['sealed', 'proposed_by', 'decided_by', 'share_account_id', 'retained_since'],
  },
  {
    name: 'payouts',
    column: payouts.influencerId,
    omitted: ['paid_by', 'created_by', 'approved_by', 'sent_by'],
    from: sql`
      (select ${payouts}.*, (
        select jsonb_agg(to_jsonb(${payoutDocuments}) - 'payout_id' - 'prefix' - 'year' - 'sequence'
          order by ${payoutDocuments.year}, ${payoutDocuments.sequence})
        from ${payoutDocuments} where ${payoutDocuments.payoutId} = ${payouts.id}
      ) as documents from ${payouts}) as ${payouts}`,
  },
  { name: 'payout-rules', column: payoutRules.influencerId },
  { name: 'posts', column: contentPosts.influencerId, omitted: ['created_by'] },
  { name: 'post-counts', column: influencerContent.influencerId },
  {
    name: 'files',
    column: contentMedia.ownerId,
    omitted: ['s3_key', 'thumbnail_s3_key', 'teaser', 'created_by', 'preserved_since'],
  },
  {
    name: 'tasks',
    column: tasks.assignedTo,
    omitted: ['assigned_by', 'closed_by', ...OWNER],
    from: sql`
      (select ${tasks}.*, (
        select jsonb_agg(to_jsonb(${taskRounds}) || jsonb_build_object('files', (
          select jsonb_agg(to_jsonb(${taskRoundFiles}) || jsonb_build_object('comment', (
            select ${taskFileComments.comment} from ${taskFileComments}
            where ${taskFileComments.roundId} = ${taskRoundFiles.roundId}
              and ${taskFileComments.mediaId} = ${taskRoundFiles.mediaId}
          ))) from ${taskRoundFiles} where ${taskRoundFiles.roundId} = ${taskRounds.id}
        ))) from ${taskRounds} where ${taskRounds.taskId} = ${tasks.id}
      ) as rounds, (
        select jsonb_agg(to_jsonb(${taskDecisions}) - 'decided_by') from ${taskDecisions}
        where ${taskDecisions.taskId} = ${tasks.id}
      ) as decisions, ${commentsOn(comments.taskId, tasks.id)} as comments,
      ${tagsOf('task', tasks.id)} as tags
      from ${tasks}) as ${tasks}`,
  },
  { name: 'task-notifications', column: taskNotifications.recipientId },
  {
    name: 'messages',
    column: contactMessages.influencerId,
    // The form has no account: its address counts only if it was proved to be the user's.
    where: (
      userId,
    ) => sql`(${contactMessages.influencerId} = ${userId} or ${contactMessages.email} = (
      select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null))`,
    omitted: ['fingerprint', 'answered_by', 'archived_by', ...OWNER],
    from: sql`
      (select ${contactMessages}.*, ${commentsOn(comments.messageId, contactMessages.id)} as comments, (
        select jsonb_agg(to_jsonb(${contactReplies}) - 'author' order by ${contactReplies.createdAt})
        from ${contactReplies} where ${contactReplies.messageId} = ${contactMessages.id}
      ) as replies from ${contactMessages}) as ${contactMessages}`,
  },
  {
    name: 'reports',
    column: complaints.influencerId,
    // Only reports by the person: what others reported about them could reveal who they are.
    where: (userId) => sql`${complaints.email} = (select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null)`,
    omitted: ['fingerprint', 'decided_by', 'influencer_id', ...OWNER],
  },
  { name: 'account-decisions', column: accountDecisions.influencerId, omitted: ['decided_by'] },
  { name: 'limits', column: staffInfluencers.staffId },
];

/** The statement for the rows about a person. */
export function selectPersonalData(
  { column, omitted = [], from = sql`${column.table}`, where }: PersonalData,
  userId: string,
): SQL {
  return sql`select to_jsonb(${column.table}) - ${sql.param(omitted)}::text[] as row
    from ${from} where ${where?.(userId) ?? eq(column, userId)}`;
}
